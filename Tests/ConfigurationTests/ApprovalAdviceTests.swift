import Configuration
import Relay
import Testing
import TextFormats

@Suite("By whose login a click approves, in the file")
struct ApprovalAdviceTests {
    static let mum = "  - {name: mum, server: 'https://a.example', email: m@a.example}\n"
    static let both = mum + "  - {name: dad, server: 'https://a.example', email: d@a.example}\n"

    private func load(_ target: String, _ accounts: String = ApprovalAdviceTests.both) throws -> Configuration {
        let list = accounts.isEmpty ? "" : "accounts:\n\(accounts)"
        let file = try TemporaryFile("targets:\n  - {name: desk, kind: \(target)}\n\(list)")
        return try Configuration.load(path: file.path, environment: ["HOME": "/home/mum"])
    }

    @Test(
        "a name that no account has is a mistake, with its place and the nearest that one has",
        arguments: ["desktop, approve: true", "desktops"])
    func unknown(_ kind: String) throws {
        let error = #expect(throws: ConfigurationErrors.self) { try load("\(kind), approve-as: mumm") }
        guard case .mistakes(let mistakes)? = error?.kind, let mistake = mistakes.all.first else {
            Issue.record("no mistake is told")
            return
        }
        #expect(mistakes.all.count == 1 && mistake.message == "no account is named 'mumm'")
        #expect(mistake.hint == "did you mean 'mum'?" && mistake.range.start.line == 2)
        #expect(try load("\(kind), approve-as: mum").targets.first?.approvingAccount == "mum")
    }

    @Test("where the file lists no account any name will do, until it is known who is signed in")
    func signedIn() throws {
        let advice = ApprovalAdvice(try load("desktop, approve: true, approve-as: mumm", ""))
        #expect(advice.sentences == [] && advice.strangers(signedIn: []) == [])
        #expect(advice.strangers(signedIn: ["mumm", "dad"]) == [])
        let told = advice.strangers(signedIn: ["mum", "dad"])
        #expect(told.count == 1 && told[0].contains("approves as 'mumm'") && told[0].contains("'mum'"), "\(told)")
        let silent = ApprovalAdvice(try load("desktop, approve: true", ""))
        #expect(silent.sentences == [] && silent.strangers(signedIn: ["mum"]) == [])
        #expect(silent.strangers(signedIn: ["mum", "dad"]).count == 1)
    }

    @Test("a name without a button is told, and a button of several accounts without a name")
    func useless() throws {
        let told = ApprovalAdvice(try load("desktop, approve-as: mum")).sentences
        #expect(told.count == 1 && told[0].contains(":2:") && told[0].contains("means nothing"), "\(told)")
        let undecided = ApprovalAdvice(try load("desktop, approve: true")).sentences
        #expect(undecided.count == 1 && undecided[0].contains("one of mum, dad"), "\(undecided)")
    }

    @Test("a child's login is told once a child is signed in by it")
    func childs() throws {
        let advice = ApprovalAdvice(try load("desktop, approve: true, approve-as: dad"))
        #expect(advice.children(["kid"]) == [])
        let told = advice.children(["dad"])
        #expect(told.count == 1 && told[0].contains("approves as 'dad', which is a child's login"), "\(told)")
    }

    @Test(
        "what is meant is not told",
        arguments: [
            ("desktop, approve: true, approve-as: dad", both), ("desktop, approve: true", mum),
            ("desktop", both), ("desktops", both), ("desktops, approve-as: dad", both),
        ])
    func sound(_ target: String, _ accounts: String) throws {
        let advice = ApprovalAdvice(try load(target, accounts))
        #expect(advice.sentences == [] && advice.strangers(signedIn: ["kid", "mum"]) == [])
    }
}
