import AllowanceAPI
import Configuration
import HTTPClient
import JSON
import Store
import TestSupport
import Testing
import Values

@testable import Daemon

@Suite("Who signs in and out", .timeLimit(.minutes(1)))
struct SignInDeskTests {
    /// A desk over a state folder of its own.
    private func withDesk(
        _ accounts: String = "", sessions: [String: String] = [:], _ body: (SignInDesk) async throws -> Void
    ) async throws {
        let folder = try TemporaryFolder()
        let file = try folder.write("state: \(folder.path)/state\n\(accounts)", to: "config.yaml")
        let configuration = try Configuration.load(path: file, environment: [:])
        let state = StateFolder(configuration.state)
        try state.prepare(for: configuration)
        for (name, email) in sessions {
            try folder.write(
                #"{"server":"https://one.example/","email":"\#(email)","session":{"token":"a.b.c"}}"#,
                to: "state/accounts/\(name).json")
        }
        let clients = HTTPClients()
        try await body(SignInDesk(configuration: configuration, folder: state, clients: clients))
        await clients.close()
    }

    private let mum = """
        accounts:
          - {name: mum, server: "https://one.example", email: mum@one.example}

        """
    private let two = """
        accounts:
          - {name: mum, server: "https://one.example", email: mum@one.example}
          - {name: dad, server: "http://two.example", email: dad@two.example}

        """

    private func refusal(_ desk: SignInDesk, _ order: SignInOrder) async -> DaemonError? {
        await #expect(throws: DaemonError.self) { _ = try await desk.signIn(order) }
    }

    @Test("a configured account is meant by its name, by nothing if it is the only one, and by server and name")
    func configured() async throws {
        try await withDesk(mum) { desk async throws in
            for order in [
                SignInOrder(), SignInOrder(account: "mum"), SignInOrder(email: "MUM@one.example"),
                SignInOrder(server: "https://one.example/", email: "mum@one.example"),
            ] {
                guard case .passwordNeeded(let account, let email) = try await desk.signIn(order) else {
                    Issue.record("\(order)")
                    continue
                }
                #expect(account.name == "mum" && email.lowercased() == "mum@one.example")
            }
        }
    }

    @Test("those that must sign in are named before others")
    func awaited() async throws {
        try await withDesk(two, sessions: ["mum": "mum@one.example"]) { #expect($0.awaited == ["dad"]) }
        try await withDesk(two) { #expect($0.awaited == ["mum", "dad"]) }
        try await withDesk(sessions: ["mum": "mum@one.example"]) { #expect($0.awaited == []) }
    }

    @Test("the need for a password is told without one")
    func passwordNeeded() async throws {
        try await withDesk(mum) { desk async throws in
            let expected: JSONValue = [
                "account": "mum", "server": "https://one.example:443", "email": "mum@one.example", "signedIn": false,
            ]
            #expect(try await desk.signIn(SignInOrder()).json == expected)
        }
    }

    @Test("of several accounts one must be named, of none there must be a server")
    func whichOne() async throws {
        for (accounts, sessions) in [(two, [:]), ("", [:]), ("", ["mum": "mum@one.example", "dad": "d@one.example"])] {
            try await withDesk(accounts, sessions: sessions) { desk async throws in
                guard case .accountNeeded(let known) = try await desk.signIn(SignInOrder()) else {
                    Issue.record("an account is meant")
                    return
                }
                #expect(Set(known) == Set(accounts.isEmpty ? Array(sessions.keys) : ["mum", "dad"]))
                #expect(try await desk.signIn(SignInOrder(email: "mum@one.example")).json["signedIn"] == .bool(false))
                #expect(try desk.plainAddress(of: SignInOrder()) == nil)
            }
        }
    }

    @Test(
        "an account that nobody names is called as its e-mail begins, in a file name's letters",
        arguments: [
            ("mum@a.example", "mum"), ("mum+family@a.example", "mum-family"), ("../x@a", "..-x"), ("@a", "family"),
            (".x@a", "family"), ("märz@a", "m-rz"), ("a b@x", "a-b"),
            (String(repeating: "m", count: 99) + "@a", String(repeating: "m", count: 64)),
        ])
    func names(_ email: String, _ name: String) {
        #expect(SignInDesk.name(for: email) == (name.hasPrefix(".") ? "family" : name))
    }

    @Test("a session that was got elsewhere is kept as one of its own, and only for a known account")
    func keeps() async throws {
        let session = try #require(SignedIn(stored: Secret(#"{"token":"a.b.c","user":{"email":"mum@one.example"}}"#)))
        try await withDesk(mum) { desk async throws in
            #expect(desk.accounts == ["mum"])
            try await desk.keep(session, SignInOrder(account: "mum"))
            let account = try #require(try WatchedAccount.all(of: desk.configuration, in: desk.folder).first)
            #expect(account.isReady(in: desk.folder))
            _ = try await desk.signOut("mum")
            #expect(!account.isReady(in: desk.folder))
            await #expect(throws: DaemonError.self) { try await desk.keep(session, SignInOrder(account: "dad")) }
        }
    }

    @Test("an account of an earlier sign-in is meant by its name, and by nothing if it is the only one")
    func known() async throws {
        try await withDesk(sessions: ["mum": "mum@one.example"]) { desk async throws in
            for order in [SignInOrder(), SignInOrder(account: "mum")] {
                guard case .passwordNeeded(let account, "mum@one.example") = try await desk.signIn(order) else {
                    Issue.record("\(order)")
                    continue
                }
                #expect(account.server.origin == "https://one.example:443")
            }
            let error = await refusal(desk, SignInOrder(account: "dad"))
            #expect(error?.kind == .usage && error?.hint == "known: mum")
        }
    }

    @Test("an unknown name is shown harmless, with the names that there are or how to sign one in")
    func unknown() async throws {
        try await withDesk(two) { desk async throws in
            let error = await refusal(desk, SignInOrder(account: "x\u{1B}[2J"))
            #expect(error?.message == "there is no account 'x [2J'" && error?.hint == "known: mum, dad")
        }
        try await withDesk { desk async throws in
            let error = await refusal(desk, SignInOrder(account: "../mum"))
            #expect(error?.hint == "sign one in: pocketbell login --server URL --email ADDRESS")
            // As on another machine, where nothing but a copy of the store knows the name.
            let named = await refusal(desk, SignInOrder(account: "mum"))
            #expect(named?.hint == "sign one in: pocketbell login --server URL --email ADDRESS --name mum")
        }
    }

    @Test(
        "who gives no name is called by the address, as far as a file may be",
        arguments: [
            ("mum@one.example", "mum"), ("mum+money@one.example", "mum-money"), ("ä\u{1B}@one.example", "family"),
            ("../x@one.example", "family"), ("@one.example", "family"), ("", "family"),
        ])
    func names(email: String, name: String) {
        #expect(SignInDesk.name(for: email) == name)
    }

    @Test("a server needs an address, and a name that can be a file's", arguments: [nil, ""])
    func server(_ email: String?) async throws {
        try await withDesk { desk async throws in
            let error = await refusal(desk, SignInOrder(server: "https://one.example", email: email))
            #expect(error?.hint == "add --email YOU@EXAMPLE.ORG")
            let named = await refusal(desk, SignInOrder(server: "https://one.example", email: "a@b", name: "../x"))
            #expect(named?.message == "'../x' cannot be the name of an account")
            let address = await refusal(desk, SignInOrder(server: "one.example", email: "a@b"))
            #expect(address?.kind == .configuration && address?.hint == "write it as https://allowance.example.org")
        }
    }

    @Test("a new account is called by --name, the account's name, or what stands before the @")
    func names() async throws {
        try await withDesk { desk async throws in
            for (order, name) in [
                (SignInOrder(server: "https://one.example", email: "mum@one.example"), "mum"),
                (SignInOrder(account: "m2", server: "https://one.example", email: "mum@one.example"), "m2"),
                (SignInOrder(account: "m2", server: "https://one.example", email: "mum@x", name: "m3"), "m3"),
            ] {
                guard case .passwordNeeded(let account, _) = try await desk.signIn(order) else {
                    Issue.record("\(order)")
                    continue
                }
                #expect(account.name == name)
            }
        }
    }

    @Test("a name that nobody gave does not put one account in another's place; one that was given does")
    func replacing() async throws {
        try await withDesk(sessions: ["mum": "mum@one.example"]) { desk async throws in
            for order in [
                SignInOrder(server: "https://one.example", email: "mum@two.example"),
                SignInOrder(server: "https://two.example", email: "mum@one.example"),
            ] {
                let error = await refusal(desk, order)
                #expect(error?.message == "the account mum is mum@one.example at https://one.example:443 already")
                #expect(error?.hint?.contains("--name mum to put this one in its place") == true)
            }
            for order in [
                SignInOrder(server: "https://one.example", email: "MUM@one.example"),
                SignInOrder(server: "https://two.example", email: "mum@two.example", name: "mum"),
                SignInOrder(account: "mum", server: "https://two.example", email: "mum@two.example"),
            ] {
                guard case .passwordNeeded = try await desk.signIn(order) else {
                    Issue.record("\(order)")
                    continue
                }
            }
        }
    }

    @Test("where the configuration has a list of accounts, it decides who and where")
    func listed() async throws {
        try await withDesk(two) { desk async throws in
            let file = try #require(desk.configuration.file)
            let other = await refusal(desk, SignInOrder(server: "https://one.example", email: "gran@one.example"))
            #expect(other?.kind == .configuration)
            #expect(other?.hint == "add it to 'accounts:' in \(file), or sign in one of: mum, dad")
            let moved = await refusal(desk, SignInOrder(server: "https://three.example", email: "mum@one.example"))
            #expect(moved?.message == "the configuration has mum at https://one.example:443")
            #expect(moved?.hint == "change 'server:' of the account in \(file), or choose another --name")
            let person = await refusal(desk, SignInOrder(account: "mum", email: "gran@one.example"))
            #expect(person?.message == "the configuration has mum as mum@one.example")
            #expect(person?.hint == "change 'email:' of the account in \(file) first")
        }
    }

    @Test("a plain address is warned of, but not one that never leaves the machine, nor an encrypted one")
    func plain() async throws {
        try await withDesk(two) { desk async throws in
            #expect(try desk.plainAddress(of: SignInOrder(account: "mum")) == nil)
            let dad = try #require(try desk.plainAddress(of: SignInOrder(account: "dad")))
            #expect(dad.sentence.hasPrefix("account dad is asked at http://two.example:80 without encryption"))
            #expect(dad.sentence.contains("; write its address with https://"))
        }
        try await withDesk { desk async throws in
            for host in ["127.0.0.1:8080", "localhost", "[::1]"] {
                let order = SignInOrder(server: "http://\(host)", email: "a@b")
                #expect(try desk.plainAddress(of: order) == nil, "\(host)")
            }
        }
    }

    @Test("signing out takes the session away; whoever is not signed in, or is nobody, is told apart")
    func signOut() async throws {
        try await withDesk(two, sessions: ["mum": "mum@one.example"]) { desk async throws in
            _ = try await desk.signOut("mum")
            #expect(AccountFile.names(in: desk.folder) == [])
            for (name, message) in [
                ("mum", "the account mum is not signed in"), ("gran", "there is no account 'gran'"),
                ("../mum", "there is no account '../mum'"),
            ] {
                let error = await #expect(throws: DaemonError.self) { _ = try await desk.signOut(name) }
                #expect(error?.kind == .usage && error?.message == message)
            }
        }
    }

    @Test("an account whose password is configured is not signed out: it would be back at once")
    func configuredPassword() async throws {
        let accounts = mum.split(separator: "}").joined(separator: ", password: 'file:/nonexistent'}")
        try await withDesk(accounts, sessions: ["mum": "mum@one.example"]) { desk async throws in
            let error = await #expect(throws: DaemonError.self) { _ = try await desk.signOut("mum") }
            #expect(error?.kind == .configuration && AccountFile.names(in: desk.folder) == ["mum"])
        }
    }
}
