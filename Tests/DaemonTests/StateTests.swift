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

    @Test("a writer leaves the file of another writer alone, and clears away what a dead one has left")
    func leftovers() throws {
        let folder = try TemporaryFolder()
        let path = "\(folder.path)/file"
        // What the fixed name of earlier versions was, and may still be somebody's.
        try folder.write("theirs", to: "file.new")
        let living = try folder.write("half of", to: "file.new.AAAAAA")
        let dead = try folder.write("old token", to: "file.new.BBBBBB")
        let other = try folder.write("another's", to: "file2.new.CCCCCC")
        let descriptor = open(living, O_RDWR | O_CLOEXEC)
        try #require(flock(descriptor, LOCK_EX) == 0)
        try PrivateFile.replace(path, with: Array("mine".utf8))
        #expect(try TextFile.read("\(folder.path)/file.new") == "theirs")
        #expect(try TextFile.read(living) == "half of")
        #expect(access(dead, F_OK) != 0)
        #expect(access(other, F_OK) == 0)
        close(descriptor)
        #expect(try PrivateFile.remove(path))
        #expect(access(living, F_OK) != 0)
    }

    @Test("of writers at the same time one wins whole, and nothing is left behind")
    func writers() async throws {
        let folder = try TemporaryFolder()
        let path = "\(folder.path)/file"
        let texts = (1...8).map { [UInt8](repeating: UInt8(0x30 + $0), count: $0 * 5_000) }
        try await withThrowingTaskGroup(of: Void.self) { group in
            for text in texts {
                group.addTask { for _ in 1...25 { try PrivateFile.replace(path, with: text) } }
            }
            group.addTask {
                for _ in 1...400 {
                    guard let seen = try PrivateFile.read(path) else { continue }
                    #expect(texts.contains(seen), "\(seen.count) bytes of several writers")
                }
            }
            try await group.waitForAll()
        }
        #expect(PrivateFile.names(in: folder.path) == ["file"])
    }

    @Test("the folder is synced after the new file has taken its place, and after it is gone")
    func folderSync() throws {
        let folder = try TemporaryFolder()
        let path = "\(folder.path)/file"
        let notes = inotify_init1(Int32(IN_NONBLOCK | IN_CLOEXEC))
        defer { close(notes) }
        #expect(inotify_add_watch(notes, folder.path, UInt32(IN_MOVED_TO | IN_DELETE | IN_OPEN)) >= 0)
        try PrivateFile.replace(path, with: Array("text".utf8))
        _ = try PrivateFile.remove(path)
        var bytes = [UInt8](repeating: 0, count: 8_192)
        let count = read(notes, &bytes, bytes.count)
        #expect(count > 0)
        // The kernel does not tell of fsync; that the folder itself is opened after each change stands for it.
        var masks: [Int32] = []
        var offset = 0
        while offset < count {
            let event = bytes.withUnsafeBytes { $0.loadUnaligned(fromByteOffset: offset, as: inotify_event.self) }
            masks.append(Int32(bitPattern: event.mask))
            offset += MemoryLayout<inotify_event>.size + Int(event.len)
        }
        for change in [IN_MOVED_TO, IN_DELETE] {
            let place = try #require(masks.lastIndex { $0 & Int32(change) != 0 })
            let after = masks[(place + 1)...].first { $0 & Int32(IN_OPEN) != 0 }
            #expect(after.map { $0 & Int32(bitPattern: UInt32(IN_ISDIR)) != 0 } == true)
        }
    }

    @Test("a private file that others may read, or that is large, is not read")
    func refusing() throws {
        let folder = try TemporaryFolder()
        let open = try folder.write("x", to: "open", mode: 0o640)
        #expect(throws: SystemError(EACCES)) { _ = try PrivateFile.read(open) }
        let large = try folder.write(String(repeating: "x", count: PrivateFile.usualLimit + 1), to: "large")
        #expect(throws: SystemError(EFBIG)) { _ = try PrivateFile.read(large) }
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
        #expect(try file.remove())
        #expect(try await store.load() == nil)
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
    func sessionWriters() async throws {
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

    @Test("a service's control socket lies in the folder that systemd gave it; anybody else's in the state folder")
    func controlPlaces() {
        let folder = StateFolder("/state")
        let service = folder.controlPlace(["RUNTIME_DIRECTORY": "/run/pocketbell:/run/other"])
        #expect(service.path == "/run/pocketbell/control.sock" && service.isForGroup)
        let others: [[String: String]] = [
            [:], ["RUNTIME_DIRECTORY": "run/pocketbell"], ["RUNTIME_DIRECTORY": "/run/user/7/pocketbell"],
            ["RUNTIME_DIRECTORY": "/tmp/session/pocketbell", "XDG_RUNTIME_DIR": "/tmp/session"],
        ]
        for environment in others {
            let place = folder.controlPlace(environment)
            #expect(place.path == "/state/control.sock" && !place.isForGroup, "\(environment)")
        }
    }

    private func mode(_ path: String) -> UInt32 {
        var status = stat()
        stat(path, &status)
        return status.st_mode & 0o777
    }
}
