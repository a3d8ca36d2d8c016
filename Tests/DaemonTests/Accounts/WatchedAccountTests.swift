import AllowanceAPI
import Configuration
import Control
import Glibc
import HTTPClient
import Store
import TestSupport
import Testing
import Values

@testable import Daemon

@Suite("Accounts and their files")
struct WatchedAccountTests {
    private let folder: TemporaryFolder
    private let state: StateFolder

    init() throws {
        folder = try TemporaryFolder()
        state = StateFolder("\(folder.path)/state")
        try folder.write("", to: "state/accounts/.lock")
    }

    private func configuration(_ text: String = "") throws -> Configuration {
        let file = try folder.write("state: \(folder.path)/state\n" + text, to: "config.yaml")
        return try Configuration.load(path: file, environment: [:])
    }

    private func session(_ text: String, _ name: String = "mum", mode: UInt32 = 0o600) throws {
        try folder.write(text, to: "state/accounts/\(name).json", mode: mode)
    }

    @Test("a configuration's accounts are watched, as it has them")
    func configured() throws {
        try session(#"{"server":"https://two.example"}"#, "dad")
        let configuration = try configuration(
            """
            accounts:
              - {name: mum, server: "https://one.example/x", email: mum@x, scan: 7s, hub: /h, password: "env:P"}

            """)
        let accounts = try WatchedAccount.all(of: configuration, in: state)
        #expect(accounts.map(\.name) == ["mum"])
        let mum = try #require(accounts.first)
        #expect(
            mum.server.text.hasPrefix("https://one.example") && mum.email == "mum@x" && mum.scanInterval == .seconds(7))
        #expect(mum.configuredEmail == "mum@x" && mum.hubPath == "/h" && mum.password != nil)
    }

    @Test("without any in the configuration everybody who signed in is watched, in order, with what is usual")
    func signedIn() throws {
        for name in ["zoe", "mum", "Dad"] { try session(#"{"server":"https://\#(name.lowercased()).example"}"#, name) }
        try folder.write("{}", to: "state/accounts/notes.txt")
        try folder.write("{}", to: "state/accounts/.hidden.json")
        try folder.write("{}", to: "state/accounts/b d.json")
        let accounts = try WatchedAccount.all(of: try configuration(), in: state)
        #expect(accounts.map(\.name) == ["Dad", "mum", "zoe"])
        let first = try #require(accounts.first)
        #expect(first.scanInterval == .seconds(60) && first.password == nil && first.configuredEmail == nil)
        #expect(first.email == nil && first.hubPath == nil && first.caFile == nil)
    }

    @Test("an account's person is whom the file names, else whom the session is of")
    func persons() throws {
        try session(#"{"server":"https://a.example","email":"a@x","session":{"token":"t","email":"b@x"}}"#)
        #expect(try WatchedAccount.signedIn("mum", in: state)?.email == "a@x")
        try session(#"{"server":"https://a.example","session":{"token":"t","email":"b@x"}}"#)
        #expect(try WatchedAccount.signedIn("mum", in: state)?.email == "b@x")
        #expect(try WatchedAccount.signedIn("dad", in: state) == nil)
    }

    @Test(
        "a file that names no usable server asks for another sign-in, and the others are watched without it",
        arguments: [
            #"{"server":""}"#, #"{"server":"one.example"}"#, #"{"server":"ftp://one.example"}"#,
        ])
    func badServer(_ text: String) throws {
        try session(text)
        let error = #expect(throws: DaemonError.self) { try WatchedAccount.signedIn("mum", in: state) }
        #expect(error?.message == "The session of mum names no usable server; sign in again.")
        try session(#"{"server":"https://two.example"}"#, "dad")
        #expect(try WatchedAccount.all(of: try configuration(), in: state).map(\.name) == ["dad"])
        let unreadable = UnreadableSession.all(of: try configuration(), in: state)
        #expect(unreadable.map(\.name) == ["mum"] && unreadable.first?.message == error?.message)
    }

    @Test("a file that cannot be used is said beside those that can, until it is mended")
    func unreadable() throws {
        try session("{", "kim")
        try session(#"{"server":"https://two.example"}"#, "dad")
        try session(#"{"server":"https://two.example"}"#, "mum", mode: 0o644)
        let none = try configuration()
        #expect(UnreadableSession.all(of: none, in: state).map(\.name) == ["kim", "mum"])
        #expect(UnreadableSession.all(of: none, in: state, besides: ["kim"]).map(\.name) == ["mum"])
        let installed = Installed(none, in: state)
        #expect(installed.accounts.map(\.name) == ["dad", "kim", "mum"])
        #expect(installed.accounts.map { $0.fault == nil } == [true, false, false])
        #expect(installed.accounts.allSatisfy { !$0.canSignIn })
        let commands = ProgramCommands(isService: false, namedFile: nil)
        let standing = try #require(UnreadableSession.all(of: none, in: state).first).status(commands)
        #expect(standing.state == .signInNeeded && standing.link == .signInNeeded)
        #expect(standing.reason?.contains("kim.json is damaged") == true)
        #expect(standing.nextStep == "pocketbell login kim --server https://YOUR-SERVER --email YOU@EXAMPLE.ORG")
        try session(#"{"server":"https://two.example"}"#, "kim")
        #expect(UnreadableSession.all(of: none, in: state).map(\.name) == ["mum"])
        // The accounts of a configuration say themselves what keeps them.
        let listed = try configuration("accounts: [{name: mum, server: 'https://one.example', email: mum@x}]\n")
        #expect(UnreadableSession.all(of: listed, in: state).isEmpty)
    }

    @Test(
        "a session file that is damaged is named with what to do",
        arguments: [
            "", "{", "[]", "{}", #"{"server":5}"#, #"{"server":null}"#, #"{"server":"https://a","email":7}"#,
            #"{"server":"https://a","server":"https://b"}"#, #"{"server":"https://a"} x"#,
        ])
    func damaged(_ text: String) throws {
        try session(text)
        let error = #expect(throws: AllowanceError.self) { try AccountFile("mum", in: state).contents() }
        #expect(
            error?.message == "The session file \(state.accounts)/mum.json is damaged; remove it and sign in again.")
        #expect(error?.kind == .tokenStoreFailed)
    }

    @Test(
        "a session whose token is gone is an account that is not signed in",
        arguments: [
            #""session":null"#, #""session":{}"#, #""session":{"token":null}"#, #""session":7"#, #""other":1"#,
        ])
    func noSession(_ member: String) throws {
        try session(#"{"server":"https://a","email":"a@x",\#(member)}"#)
        let contents = try #require(try AccountFile("mum", in: state).contents())
        #expect(contents.session == nil && contents.email == "a@x" && contents.isOf("anybody@x"))
    }

    @Test(
        "a session file that others may read, a link and a folder are refused",
        arguments: [0o640, 0o604, 0o660] as [UInt32])
    func exposed(_ mode: UInt32) throws {
        try session(#"{"server":"https://a"}"#, mode: mode)
        chmod("\(state.accounts)/mum.json", mode)
        let file = AccountFile("mum", in: state)
        let error = #expect(throws: AllowanceError.self) { try file.contents() }
        #expect(error?.message.hasSuffix("only its owner may read it.") == true)
        unlink("\(state.accounts)/mum.json")
        #expect(try file.contents() == nil)
        let other = try folder.write(#"{"server":"https://a"}"#, to: "other.json")
        try #require(symlink(other, "\(state.accounts)/mum.json") == 0)
        #expect(throws: AllowanceError.self) { try file.contents() }
    }

    @Test("what was written comes back, and a file of the largest size is read")
    func writing() throws {
        let file = AccountFile("mum", in: state)
        let signedIn = SignedIn(token: Secret("a\"\u{0}b"), expiresAt: Timestamp(seconds: 9), email: "m@x")
        try file.write(.init(server: "https://a/\"", email: "\u{1B}@x", session: .file(signedIn)))
        let read = try #require(try file.contents())
        #expect(read.server == "https://a/\"" && read.email == "\u{1B}@x")
        #expect(
            signedInOf(read)?.token.withText { $0 } == "a\"\u{0}b"
                && signedInOf(read)?.expiresAt == Timestamp(seconds: 9))
        try file.write(.init(server: "https://a", email: nil, session: nil))
        #expect(try file.contents()?.session == nil && file.contents()?.email == nil)
        let head = #"{"server":"https://a","x":""#
        try session(head + String(repeating: "x", count: PrivateFile.usualLimit - head.utf8.count - 2) + "\"}")
        #expect(try file.contents()?.server == "https://a")
        try session(head + String(repeating: "x", count: PrivateFile.usualLimit - head.utf8.count - 1) + "\"}")
        #expect(throws: AllowanceError.self) { try file.contents() }
    }

    @Test("a session is of whom it names in any letter case; of whom nothing is known it is anybody's")
    func owners() {
        func contents(_ email: String?, _ own: String) -> AccountFile.Contents {
            .init(
                server: "s", email: email,
                session: .file(SignedIn(token: Secret("t"), expiresAt: nil, email: own)))
        }
        #expect(contents("Mum@X", "dad@x").isOf("mum@x") && !contents("Mum@X", "dad@x").isOf("dad@x"))
        #expect(contents(nil, "dad@x").isOf("DAD@x") && !contents(nil, "dad@x").isOf("mum@x"))
        #expect(contents(nil, "").isOf("mum@x") && contents("mum@x", "").isOf(nil))
    }

    @Test("a file has another stamp once another is put in its place, or its mode changes")
    func stamps() throws {
        let file = AccountFile("mum", in: state)
        #expect(file.stamp == nil)
        try file.write(.init(server: "https://a", email: nil, session: nil))
        let first = file.stamp
        #expect(first != nil && file.stamp == first)
        try file.write(.init(server: "https://b", email: nil, session: nil))
        #expect(file.stamp != nil && file.stamp != first)
    }

    @Test("a lock that cannot be taken is a trouble with its path, and what it guards is not done")
    func locks() throws {
        let file = AccountFile("mum", in: StateFolder("\(folder.path)/nowhere"))
        let error = #expect(throws: AllowanceError.self) {
            try file.locked { () throws(AllowanceError) in Issue.record("done without the lock") }
        }
        #expect(error?.message.contains("\(folder.path)/nowhere/accounts/.lock cannot be taken") == true)
        #expect(throws: AllowanceError.self) { try file.remove() }
    }

    private func signedInOf(_ contents: AccountFile.Contents) -> SignedIn? {
        if case .file(let signedIn)? = contents.session { signedIn } else { nil }
    }
}
