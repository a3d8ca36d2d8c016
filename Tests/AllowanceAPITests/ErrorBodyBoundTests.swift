import Testing

@testable import AllowanceAPI

@Suite("How much an error's body may say")
struct ErrorBodyBoundTests {
    private func body(_ text: String) -> ErrorBody { ErrorBody(Array(text.utf8)) }

    @Test("one line of 200 characters, cut and not refused", arguments: [199, 200, 201, 5_000])
    func length(_ count: Int) {
        let text = String(repeating: "é", count: count)
        #expect(body(#"{"error":"\#(text)"}"#).text?.unicodeScalars.count == min(count, 200))
        #expect(ErrorBody.tame(text).unicodeScalars.count == min(count, 200))
    }

    @Test("a bare text of 2000 bytes is a text, a longer one a page")
    func bareText() {
        #expect(body(String(repeating: "x", count: 2_000)).text?.utf8.count == 200)
        #expect(body(String(repeating: "x", count: 2_001)) == .page)
    }

    @Test("a stack trace is a page, whatever it stands in")
    func traces() {
        #expect(body("E: x\n   at A.B()") == .page && body("E: x\n  at A.B()") != .page)
        #expect(body("{\"error\":\"x\"}\n   at A.B()") == .page)
        #expect(body("   <html>") == .page && body("\u{85}\u{2028}<html>") == .page)
    }

    @Test("of a validation 20 fields with five messages each are kept")
    func fields() {
        func errors(_ fields: Int, _ messages: Int) -> ErrorBody {
            let list = (1...messages).map { "\"m\($0)\"" }.joined(separator: ",")
            let members = (1...fields).map { "\"f\($0)\":[\(list)]" }.joined(separator: ",")
            return body(#"{"title":"Bad","errors":{\#(members)}}"#)
        }
        for (fields, messages) in [(20, 5), (21, 6), (1, 1), (300, 300)] {
            guard case .invalidFields("Bad", let kept) = errors(fields, messages) else {
                Issue.record("no fields")
                continue
            }
            #expect(kept.count == min(fields, 20) && kept.allSatisfy { $0.messages.count == min(messages, 5) })
            #expect(kept[0].name == "f1" && kept[0].messages[0] == "m1")
        }
    }

    @Test("a field's single message stands for a list, and what is no text is empty")
    func singleMessages() {
        #expect(
            body(#"{"title":7,"errors":{"a":"one","b":5,"c":[{}],"d":[]}}"#)
                == .invalidFields(
                    title: "",
                    fields: [
                        .init(name: "a", messages: ["one"]), .init(name: "b", messages: [""]),
                        .init(name: "c", messages: [""]), .init(name: "d", messages: []),
                    ]))
    }

    @Test("of each shape the best words are shown, or none")
    func words() {
        #expect(
            ErrorBody.coded(code: "C", message: "m").text == "m" && ErrorBody.coded(code: "C", message: "").text == "C")
        #expect(ErrorBody.coded(code: "", message: "").text == nil && ErrorBody.empty.text == nil)
        #expect(ErrorBody.page.text == nil && ErrorBody.message("m").text == "m" && ErrorBody.text("").text == nil)
        #expect(ErrorBody.problem(title: "t").text == "t")
        #expect(ErrorBody.invalidFields(title: "t", fields: []).text == "t")
        #expect(ErrorBody.invalidFields(title: "t", fields: [.init(name: "a", messages: [])]).text == "t")
        #expect(
            ErrorBody.invalidFields(
                title: "t", fields: [.init(name: "a", messages: ["m", "n"]), .init(name: "b", messages: ["o"])]
            ).text == "m")
    }

    @Test("a token in a server's words is not repeated, wherever it stands in a word")
    func tokens() {
        let token = "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.x"
        for text in [token, "Bearer \(token) is bad", "token=\(token)", "\"\(token)\"", "a\n\(token)\tb"] {
            let shown = ErrorBody.tame(text)
            #expect(!shown.contains("eyJ") && shown.contains("<redacted>"), "\(shown)")
        }
        #expect(ErrorBody.tame("Bearer \(token) is bad") == "Bearer <redacted> is bad")
        #expect(ErrorBody.tame("no token") == "no token")
    }

    @Test(
        "lines become blanks and marks that show nothing go",
        arguments: [
            ("a\r\nb", "a  b"), ("a\u{2028}b\u{2029}c", "a b c"), ("a\u{85}b\u{9B}c", "a b c"),
            ("a\u{202E}b\u{200B}c", "abc"),
            ("\u{FEFF}a\u{AD}b", "ab"), ("日本 🎈", "日本 🎈"), ("a\u{0}b", "a b"), ("", ""),
        ])
    func marks(_ text: String, _ shown: String) { #expect(ErrorBody.tame(text) == shown) }

    @Test(
        "JSON that says nothing says nothing",
        arguments: ["[1]", "7", "true", "null", "{}", #"{"error":null}"#, #"{"error":{}}"#, #"{"error":7}"#, #""""#])
    func silent(_ text: String) { #expect(body(text).text == nil) }
}
