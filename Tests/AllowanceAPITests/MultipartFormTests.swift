import Testing

@testable import AllowanceAPI

@Suite("Forms with files")
struct MultipartFormTests {
    @Test("are what RFC 7578 wants, byte for byte")
    func bytes() {
        var form = MultipartForm(key: "k1")
        form.add("notes", "two\r\nlines & \u{E9}")
        form.add("photo", file: "photo.jpg", type: "image/jpeg", [0xFF, 0xD8, 0x0D, 0x0A])
        let head =
            "--pocketbell-k1\r\nContent-Disposition: form-data; name=\"notes\"\r\n\r\ntwo\r\nlines & \u{E9}\r\n"
            + "--pocketbell-k1\r\nContent-Disposition: form-data; name=\"photo\"; filename=\"photo.jpg\"\r\n"
            + "Content-Type: image/jpeg\r\n\r\n"
        #expect(form.bytes == Array(head.utf8) + [0xFF, 0xD8, 0x0D, 0x0A] + Array("\r\n--pocketbell-k1--\r\n".utf8))
        #expect(form.contentType == "multipart/form-data; boundary=pocketbell-k1")
    }

    @Test("one without parts is its end")
    func empty() { #expect(MultipartForm(key: "k").bytes == Array("--pocketbell-k--\r\n".utf8)) }
}
