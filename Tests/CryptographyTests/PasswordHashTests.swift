import Cryptography
import Testing
import Values

@Suite("What is kept of passwords", .timeLimit(.minutes(4)))
struct PasswordHashTests {
    @Test("an example of RFC 7914, section 12, by its first 32 bytes")
    func example() throws {
        let salt = Base64.url.encode(Array("SodiumChloride".utf8))
        let key = Base64.url.encode([
            0x70, 0x23, 0xbd, 0xcb, 0x3a, 0xfd, 0x73, 0x48, 0x46, 0x1c, 0x06, 0xcd, 0x81, 0xfd, 0x38, 0xeb,
            0xfd, 0xa8, 0xfb, 0xba, 0x90, 0x4f, 0x8e, 0x3e, 0xa9, 0xb5, 0x43, 0xf6, 0x54, 0x5d, 0xa1, 0xf2,
        ])
        let hash = try #require(PasswordHash("scrypt$14$8$1$\(salt)$\(key)"))
        #expect(hash.isOf(Secret("pleaseletmein")))
        #expect(!hash.isOf(Secret("pleaseletmeout")) && !hash.isOf(Secret("")))
    }

    @Test("one that was written down is known again, by the same password alone; no two are the same")
    func life() throws {
        let cheap = try #require(PasswordHash.Cost(checking: 4, blockSize: 8, rounds: 2))
        let password = Secret("Πασσωορδ\u{0} 🙂")
        let hash = PasswordHash(of: password, cost: cheap)
        let read = try #require(PasswordHash(hash.description))
        #expect(read == hash && read.isOf(password) && !read.isOf(Secret("Πασσωορδ")))
        #expect(PasswordHash(of: password, cost: cheap) != hash)
        #expect(PasswordHash(of: Secret("x")).isOf(Secret("x")))
        #expect(PasswordHash(of: Secret("")).description.hasPrefix("scrypt$15$8$3$"))
    }

    @Test(
        "what is none, or would cost too much",
        arguments: [
            "", "scrypt", "argon2$15$8$3$AAAA$AAAA", "scrypt$21$8$3$AAAA$AAAA", "scrypt$15$8$3$$",
            "scrypt$0$8$1$AAAA$AAAA",
            "scrypt$15$8$3$AAAA$AAAA", "scrypt$15$8$3$AAAA$AAAA$",
        ])
    func broken(text: String) { #expect(PasswordHash(text) == nil) }
}
