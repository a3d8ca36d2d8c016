import Testing
import Values

@Suite("Secrets")
struct SecretTests {
    private struct Account {
        let name = "mum"
        let password = Secret("hunter2")
    }

    @Test("don't show, however they are printed")
    func redacted() {
        let account = Account()
        var dumped = ""
        dump(account, to: &dumped)
        let texts = [
            "\(account.password)", String(reflecting: account), String(describing: [account.password]), dumped,
            "\(Optional(account.password) as Any)", "\(["a": account.password])",
            "\(Mirror(reflecting: account.password).children.map { $0 })",
        ]
        for text in texts { #expect(!text.contains("hunter2")) }
        #expect(texts[0] == "<redacted>")
    }

    @Test("are lent to who uses them")
    func lent() {
        #expect(Secret("hunter2").withText { $0.count } == 7)
        #expect(Secret("").isEmpty && !Secret("x").isEmpty)
    }
}
