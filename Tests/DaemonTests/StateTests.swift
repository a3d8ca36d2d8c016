import AllowanceAPI
import Configuration
import Glibc
import Store
import TestSupport
import Testing
import Values

@testable import Daemon

@Suite("What lies in the state folder")
struct StateTests {
    @Test("a private file is replaced whole, with the owner's mode whatever the mask")
    func replacing() throws {
        let folder = try TemporaryFolder()
        let path = "\(folder.path)/file"
        #expect(try PrivateFile.read(path) == nil)
        try PrivateFile.replace(path, with: Array("first".utf8))
        try PrivateFile.replace(path, with: Array("second".utf8))
        #expect(try PrivateFile.read(path) == Array("second".utf8))
        #expect(mode(path) == 0o600)
        #expect(PrivateFile.names(in: folder.path) == ["file"])
        #expect(try PrivateFile.remove(path))
        #expect(try !PrivateFile.remove(path))
    }

    @Test("a private file that others may read, or that is large, is not read")
    func refusing() throws {
        let folder = try TemporaryFolder()
        let open = try folder.write("x", to: "open", mode: 0o640)
        #expect(throws: ErrorNumber(EACCES)) { _ = try PrivateFile.read(open) }
        let large = try folder.write(String(repeating: "x", count: PrivateFile.limit + 1), to: "large")
        #expect(throws: ErrorNumber(EFBIG)) { _ = try PrivateFile.read(large) }
    }

    @Test("a session comes back as it was written, and only for its own server")
    func sessions() async throws {
        let folder = try TemporaryFolder()
        let state = StateFolder(folder.path)
        try state["accounts"].create()
        let file = AccountFile("mum", in: state)
        let store = AccountTokenStore(file: file, server: "https://one.example/", email: nil)
        #expect(try await store.load() == nil)
        let signedIn = SignedIn(token: Secret("a.b.c"), expiresAt: nil, role: .parent, email: "mum@example.org")
        try await store.save(signedIn)
        #expect(try await store.load()?.email == "mum@example.org")
        #expect(try await store.load()?.token.withText { $0 } == "a.b.c")
        #expect(try await AccountTokenStore(file: file, server: "https://two.example/", email: nil).load() == nil)
        #expect(AccountFile.names(in: state) == ["mum"])
        try await store.clear()
        #expect(try await store.load() == nil)
        #expect(AccountFile.names(in: state) == ["mum"])
        #expect(try file.remove())
    }

    @Test("a session applies to the person and server that it was got for, and nobody takes it for another")
    func persons() async throws {
        let folder = try TemporaryFolder()
        let state = StateFolder(folder.path)
        try state["accounts"].create()
        func store(_ email: String?, _ server: String = "https://one.example/") -> AccountTokenStore {
            AccountTokenStore(file: AccountFile("mum", in: state), server: server, email: email)
        }
        func signedIn(_ token: String, _ email: String) -> SignedIn {
            SignedIn(token: Secret(token), expiresAt: nil, email: email)
        }
        let mum = store("mum@example.org")
        #expect(await mum.absence == "")
        // The server writes addresses as it likes.
        try await mum.save(signedIn("a.b.c", "Mum@Example.ORG"))
        #expect(try await mum.load() != nil)
        #expect(try await store("MUM@example.org").load() != nil)
        let dad = store("dad@example.org")
        #expect(try await dad.load() == nil)
        #expect(await dad.absence == "the session is that of mum@example.org, not of dad@example.org")
        let moved = store("mum@example.org", "https://two.example/")
        #expect(try await moved.load() == nil)
        #expect(await moved.absence == "the session is one at https://one.example/")
        // Sessions of earlier versions say only what the server calls the person.
        try folder.write(
            #"{"server":"https://one.example/","session":{"token":"a.b.c","user":{"email":"mum@example.org"}}}"#,
            to: "accounts/mum.json")
        #expect(try await mum.load() != nil)
        #expect(try await dad.load() == nil)
    }

    @Test("of two programs that write a session the one that knows of the other's wins")
    func writers() async throws {
        let folder = try TemporaryFolder()
        let state = StateFolder(folder.path)
        try state["accounts"].create()
        let file = AccountFile("mum", in: state)
        let stores = (0..<2).map { _ in AccountTokenStore(file: file, server: "https://one.example/", email: nil) }
        func signedIn(_ token: String) -> SignedIn { SignedIn(token: Secret(token), expiresAt: nil) }
        try await stores[0].save(signedIn("first"))
        let first = try await stores[1].load()
        #expect(try await stores[0].save(signedIn("second"), insteadOf: try await stores[0].load()))
        #expect(try await !stores[1].save(signedIn("stale"), insteadOf: first))
        #expect(try await stores[1].load()?.token.withText { $0 } == "second")
        #expect(try file.remove())
        #expect(try await stores[0].load() == nil)
        #expect(try await !stores[1].save(signedIn("stale"), insteadOf: signedIn("second")))
        #expect(try await stores[1].save(signedIn("third"), insteadOf: nil))
        #expect(try await stores[0].load()?.token.withText { $0 } == "third")
    }

    @Test("a damaged session file is named, and its content is not repeated")
    func damaged() async throws {
        let folder = try TemporaryFolder()
        let state = StateFolder(folder.path)
        try state["accounts"].create()
        try folder.write("{\"server\": \"s3cret", to: "accounts/mum.json")
        #expect {
            _ = try AccountFile("mum", in: state).contents()
        } throws: { error in
            "\(error)".contains("mum.json") && !"\(error)".contains("s3cret")
        }
    }

    @Test("names of accounts are file names", arguments: ["mum", "Mum-2", "a.b_c"])
    func names(name: String) { #expect(AccountFile.isName(name)) }

    @Test(
        "other names are refused", arguments: ["", ".mum", "a/b", "..", "a b", "ä", String(repeating: "a", count: 65)])
    func otherNames(name: String) { #expect(!AccountFile.isName(name)) }

    @Test("the folder of the sessions is made with the state folder, for this user alone")
    func creating() throws {
        let folder = try TemporaryFolder()
        let file = try folder.write("state: \(folder.path)/a/b/state/\n", to: "config.yaml")
        let configuration = try Configuration.load(path: file, environment: [:])
        let state = StateFolder(configuration.state)
        #expect(!state.isInUse)
        try state.prepare(for: configuration)
        try state.prepare(for: configuration)
        #expect(mode("\(folder.path)/a") == 0o700 && mode(state.path) == 0o700 && mode(state.accounts) == 0o700)
        #expect(!state.isInUse)
        try folder.write("{}", to: "a/b/state/accounts/mum.json")
        #expect(state.isInUse)
    }

    private func mode(_ path: String) -> UInt32 {
        var status = stat()
        stat(path, &status)
        return status.st_mode & 0o777
    }
}
