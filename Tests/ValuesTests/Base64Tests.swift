import Testing
import Values

@Suite("Base 64")
struct Base64Tests {
    @Test(
        "is that of RFC 4648",
        arguments: [
            ("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foob", "Zm9vYg=="), ("fooba", "Zm9vYmE="),
            ("foobar", "Zm9vYmFy"),
        ])
    func examples(text: String, encoded: String) {
        #expect(Base64.standard.encode(text.utf8) == encoded)
        #expect(Base64.standard.decode(encoded) == Array(text.utf8))
        #expect(Base64.url.encode(text.utf8) == encoded.replacing("=", with: ""))
    }

    @Test("has two alphabets")
    func alphabets() {
        let bytes: [UInt8] = [0xFB, 0xFF, 0xBF]
        #expect(Base64.standard.encode(bytes) == "+/+/" && Base64.url.encode(bytes) == "-_-_")
        #expect(Base64.standard.decode("-_-_") == nil && Base64.url.decode("+/+/") == nil)
        #expect(Base64.url.decode("Zg==") == nil)
    }

    @Test("gives all bytes of all short lengths back", arguments: [Base64.standard, .url])
    func roundTrip(kind: Base64) {
        for length in 0..<70 {
            let bytes = (0..<length).map { UInt8(truncatingIfNeeded: $0 * 37 + length) }
            #expect(kind.decode(kind.encode(bytes)) == bytes)
        }
    }

    @Test(
        "what isn't base 64 is refused",
        arguments: [
            "Zg", "Zg=", "Z===", "Zh==", "Zm9=", "Zm9v!", "Z", "Zm9v\n", " Zm9v", "Zm9v====", "====", "=", "Zg==Zg==",
            "Zm9vä",
            "Z\0==",
        ])
    func refuses(text: String) {
        #expect(Base64.standard.decode(text) == nil)
    }

    @Test("so is what isn't in the alphabet of tokens", arguments: ["A", "+/8", "SGk=", "SGl", "S Gk"])
    func refusesToken(text: String) {
        #expect(Base64.url.decode(text) == nil)
    }
}
