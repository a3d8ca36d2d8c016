import Cryptography
import Testing

@Suite("Digests, codes and chance")
struct DigestTests {
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

    @Test("a long message, and one of every length around the block's")
    func lengths() {
        let million = [UInt8](repeating: UInt8(ascii: "a"), count: 1_000_000)
        #expect(hex(SHA256.hash(million)) == "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0")
        // From the definition: H((K ^ opad) || H((K ^ ipad) || m)).
        for length in 0..<130 {
            let key = Array(million.prefix(length))
            let padded = (length > 64 ? SHA256.hash(key) : key)
            let block = padded + [UInt8](repeating: 0, count: 64 - padded.count)
            let inner = SHA256.hash(block.map { $0 ^ 0x36 } + [1, 2, 3])
            #expect(SHA256.authenticationCode([1, 2, 3], key: key) == SHA256.hash(block.map { $0 ^ 0x5C } + inner))
        }
    }

    @Test("an empty key is an empty key, whichever was used before")
    func emptyKey() {
        let expected = "b613679a0814d9ec772f95d778c35fc5ff1697c493715653c6c712144292c5ad"
        _ = SHA256.authenticationCode([1], key: [7, 7, 7])
        #expect(hex(SHA256.authenticationCode([], key: [])) == expected)
    }

    @Test("comparing finds a difference in any place, and in length")
    func comparing() {
        let bytes = [UInt8](0..<32)
        #expect(ConstantTime.isEqual(bytes, bytes) && ConstantTime.isEqual([], []))
        #expect(!ConstantTime.isEqual(bytes, Array(bytes.dropLast())) && !ConstantTime.isEqual([], [0]))
        for index in bytes.indices {
            var other = bytes
            other[index] ^= 1
            #expect(!ConstantTime.isEqual(bytes, other))
        }
    }

    @Test("chance gives as many bytes as asked for, and never the same", arguments: [0, 1, 7, 8, 9, 32])
    func random(count: Int) {
        #expect(randomBytes(count: count).count == count)
        #expect(count < 16 || randomBytes(count: count) != randomBytes(count: count))
    }
}
