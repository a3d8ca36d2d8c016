import Testing

@testable import AllowanceAPI

@Suite struct ErrorBodyTests {
    private func body(_ text: String) -> ErrorBody { ErrorBody(Array(text.utf8)) }

    @Test("each shape is recognised")
    func shapes() {
        #expect(body("") == .empty && body(" \r\n") == .empty)
        #expect(body(#"{"error":{"code":"NOT_FOUND","message":"No"}}"#) == .coded(code: "NOT_FOUND", message: "No"))
        #expect(body(#"{"error":"No","allowedTypes":[]}"#) == .message("No"))
        #expect(body("Gift not found.") == .text("Gift not found.") && body(#""Gone.""#) == .text("Gone."))
        #expect(body(#"{"type":"x","title":"Unauthorized","status":401}"#) == .problem(title: "Unauthorized"))
        #expect(
            body(#"{"title":"Bad","errors":{"$.type":["a","b"],"":["c"]}}"#)
                == .invalidFields(
                    title: "Bad",
                    fields: [.init(name: "$.type", messages: ["a", "b"]), .init(name: "", messages: ["c"])]))
        #expect(body("<html>") == .page && body("System.Exception: x\n   at A.B()\n   at C.D()") == .page)
    }

    @Test(
        "whatever a body holds, it becomes one short line without control characters",
        arguments: [
            "\u{1B}[31mred\u{7}\u{202E}txet", #"{"error":"\u001b[2J\n\nline"}"#, String(repeating: "x", count: 1_900),
            #"{"title":"\u0000","errors":{"a":5,"b":{"c":1},"d":[null,7]}}"#, "{", "[", "null", "{\"error\":[]}",
        ])
    func hostile(_ text: String) {
        let shown = body(text).text ?? ""
        #expect(shown.unicodeScalars.count <= 200)
        #expect(shown.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control && $0 != "\u{202E}" })
    }

    @Test("bytes that are no UTF-8 are text") func invalidBytes() {
        #expect(ErrorBody([0xFF, 0xFE, 0x41]).text?.hasSuffix("A") == true)
    }

    @Test(
        "every kind has a sentence, and a write that may have happened says so", arguments: AllowanceError.Kind.allCases
    )
    func sentences(_ kind: AllowanceError.Kind) {
        let error = AllowanceError(
            kind, place: "https://a:443", route: "POST /transactions", detail: "d", outcomeIsUnknown: true)
        #expect(!error.message.isEmpty && error.nextStep.contains("look at the list"))
    }
}
