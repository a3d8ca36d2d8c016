import Cryptography
import Testing
import Values

@Suite("Hashes, codes and encodings")
struct CryptoTests {
    private func hex(_ bytes: [UInt8]) -> String {
        bytes.map { String(UInt16($0) + 0x100, radix: 16).dropFirst() }.joined()
    }

    @Test(
        "SHA-256 of the standard's examples",
        arguments: [
            ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
            ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
        ])
    func hash(text: String, digest: String) {
        #expect(hex(SHA256.hash(Array(text.utf8))) == digest)
    }

    @Test(
        "HMAC of RFC 4231, cases 1, 2 and 6",
        arguments: [
            (
                [UInt8](repeating: 0x0B, count: 20), "Hi There",
                "b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7"
            ),
            (
                Array("Jefe".utf8), "what do ya want for nothing?",
                "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843"
            ),
            (
                [UInt8](repeating: 0xAA, count: 131), "Test Using Larger Than Block-Size Key - Hash Key First",
                "60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54"
            ),
        ])
    func code(key: [UInt8], text: String, expected: String) {
        #expect(hex(SHA256.authenticationCode(Array(text.utf8), key: key)) == expected)
    }

    @Test(
        "base 64 of RFC 4648",
        arguments: [("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foobar", "Zm9vYmFy")])
    func base64(text: String, encoded: String) {
        #expect(Base64.standard.encode(text.utf8) == encoded)
        #expect(Base64.standard.decode(encoded) == Array(text.utf8))
        #expect(Base64.url.decode(Base64.url.encode(text.utf8)) == Array(text.utf8))
    }

    @Test("what isn't base 64 is refused", arguments: ["Zg", "Zg=", "Z===", "Zh==", "Zm9v!", "Z", "Zm9v\n"])
    func wrongBase64(text: String) {
        #expect(Base64.standard.decode(text) == nil)
    }

    @Test("the specification's example of a webhook signature")
    func webhook() throws {
        let secret = Secret("whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw")
        let signature = try WebhookSignature(
            id: "msg_p5jXN8AQM9LWM0D4loKWxJek", timestamp: 1_614_265_330, body: Array(#"{"test": 2432232314}"#.utf8),
            secret: secret)
        #expect(signature.signature == "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=")
        #expect(throws: WebhookSignature.KeyError.self) {
            try WebhookSignature(id: "a", timestamp: 0, body: [], secret: Secret("short"))
        }
    }

    @Test("comparing and chance")
    func comparing() {
        #expect(
            SHA256.isEqual([1, 2], [1, 2]) && !SHA256.isEqual([1, 2], [1, 3]) && !SHA256.isEqual([1], [1, 2])
                && SHA256.isEqual([], []))
        #expect(randomBytes(count: 32) != randomBytes(count: 32))
    }
}
