import HTTPMessages
import Testing

@Suite("The parts of a form with a file")
struct MultipartFormTests {
    private static let type = "multipart/form-data; boundary=----Browser7"

    private func body(_ parts: [(head: String, content: String)], end: String = "------Browser7--\r\n") -> [UInt8] {
        Array((parts.map { "------Browser7\r\n\($0.head)\r\n\r\n\($0.content)\r\n" }.joined() + end).utf8)
    }

    private func field(_ name: String, _ content: String) -> (head: String, content: String) {
        ("Content-Disposition: form-data; name=\"\(name)\"", content)
    }

    @Test("fields and files come in their order, byte by byte, also where they look like what separates them")
    func parts() throws {
        let photo = "\r\n------Browser\r\n--\u{0}\r\n\r\n"
        let file = (
            "Content-Disposition: form-data; name=\"photo\"; filename=\"room %22mine%22.jpg\"\r\nContent-Type: image/jpeg",
            photo
        )
        let form = try #require(
            MultipartForm(body([field("order", "done-chore"), file, field("notes", "")]), contentType: Self.type))
        #expect(form.parts.map(\.name) == ["order", "photo", "notes"])
        #expect(form.parts.map { Array($0.bytes) } == ["done-chore", photo, ""].map { Array($0.utf8) })
        #expect(form.parts.map(\.fileName) == [nil, "room %22mine%22.jpg", nil])
    }

    @Test("the boundary may be in quotation marks, and text may stand before the first")
    func boundary() {
        let bytes = Array("preamble\r\n".utf8) + body([field("a", "1")])
        #expect(MultipartForm(bytes, contentType: "multipart/form-data; boundary=\"----Browser7\"")?.parts.count == 1)
        #expect(
            MultipartForm(body([]), contentType: "Multipart/Form-Data;charset=utf-8; Boundary=----Browser7")?.parts
                == [])
    }

    @Test(
        "what is cut off, malformed or of another type is no form",
        arguments: [
            "multipart/form-data", "multipart/form-data; boundary=", "multipart/mixed; boundary=----Browser7",
            "multipart/form-data; boundary=other", "application/x-www-form-urlencoded",
            "multipart/form-data; boundary=" + String(repeating: "x", count: 71),
        ])
    func otherTypes(_ type: String) {
        #expect(MultipartForm(body([field("a", "1")]), contentType: type) == nil)
    }

    @Test("every beginning of a form is none, and so are too many parts and a head without a name or an end")
    func malformed() {
        let whole = body([field("a", "1"), field("b", "2")], end: "------Browser7--")
        #expect(MultipartForm(whole, contentType: Self.type)?.parts.count == 2)
        for length in 0..<whole.count {
            #expect(MultipartForm(Array(whole[..<length]), contentType: Self.type) == nil, "\(length)")
        }
        let many = (0...MultipartForm.mostParts).map { field("f\($0)", "") }
        #expect(MultipartForm(body(many), contentType: Self.type) == nil)
        #expect(
            MultipartForm(body(Array(many.dropLast())), contentType: Self.type)?.parts.count == MultipartForm.mostParts)
        let padding = "X: " + String(repeating: "y", count: MultipartForm.longestHead)
        for head in ["Content-Disposition: form-data", "Content-Disposition: file; name=\"a\"", "", padding] {
            #expect(MultipartForm(body([(head, "1")]), contentType: Self.type) == nil, "\(head.prefix(40))")
        }
        #expect(MultipartForm(Array("------Browser7".utf8), contentType: Self.type) == nil)
    }
}
