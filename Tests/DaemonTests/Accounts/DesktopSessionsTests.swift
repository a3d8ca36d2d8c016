import AllowanceAPI
import Glibc
import Store
import Systemd
import TestSupport
import Testing
import Values

@testable import Daemon

/// GNOME's keyring on a session bus of the test's own.
private final class Keyring {
    private let session: ChildProcess
    let folder: TemporaryFolder
    let address: String

    static let isInstalled = ["dbus-run-session", "dbus-send", "gnome-keyring-daemon"]
        .allSatisfy { RealParts.hasProgram($0) }

    /// Begins and ends one around the body.
    ///
    /// - Parameter folder: of an earlier one, whose secrets it takes up.
    static func with(
        in folder: TemporaryFolder? = nil, isOpen: Bool = true, _ body: (Keyring) async throws -> Void
    ) async throws {
        let keyring = try await Keyring(in: folder ?? TemporaryFolder(), isOpen: isOpen)
        try await body(keyring)
        keyring.session.type("end\n")
        _ = try await keyring.session.waitForExit()
    }

    private init(in folder: TemporaryFolder, isOpen: Bool) async throws {
        let daemon = "gnome-keyring-daemon --foreground --components=secrets"
        let script = """
            export XDG_RUNTIME_DIR="$HOME"
            \(isOpen ? "printf sesame | \(daemon) --unlock" : daemon) >/dev/null 2>&1 & daemon=$!
            until dbus-send --session --print-reply --dest=org.freedesktop.DBus / org.freedesktop.DBus.ListNames |
                grep -q org.freedesktop.secrets; do sleep 0.02; done
            echo "bus $DBUS_SESSION_BUS_ADDRESS."
            read end; kill $daemon
            """
        session = try ChildProcess(
            "dbus-run-session", ["--", "sh", "-c", script],
            environment: ["HOME": folder.path, "XDG_DATA_HOME": folder.path, "DBUS_SESSION_BUS_ADDRESS": ""])
        try await session.waitForOutput(".\n", within: .seconds(20))
        let line = try #require(session.output.split(separator: "\n").first { $0.hasPrefix("bus ") })
        address = String(line.dropFirst(4).dropLast())
        self.folder = folder
    }

    var sessions: DesktopSessions {
        let address = address
        return DesktopSessions { try? SessionBus(address: address) }
    }
}

@Suite(
    "Sessions in the desktop's secret service",
    .enabled(if: Keyring.isInstalled, "needs gnome-keyring, dbus-run-session and dbus-send"), .timeLimit(.minutes(1)))
struct DesktopSessionsTests {
    private let folder: TemporaryFolder
    private let state: StateFolder

    init() throws {
        folder = try TemporaryFolder()
        state = StateFolder("\(folder.path)/state")
        try state.create()
        try state["accounts"].create()
    }

    private func store(
        _ keyring: Keyring?, place: SessionPlace? = nil, email: String? = nil, name: String = "mum"
    ) -> AccountTokenStore {
        AccountTokenStore(
            file: AccountFile(name, in: state), server: "https://one.example/", email: email,
            desktop: keyring?.sessions ?? DesktopSessions { nil }, place: place)
    }

    private func signedIn(_ token: String) -> SignedIn {
        SignedIn(token: Secret(token), expiresAt: Timestamp(seconds: 9), role: .parent, email: "mum@example.org")
    }

    private func text(_ signedIn: SignedIn?) -> String? { signedIn?.token.withText { $0 } }

    private var fileText: String {
        get throws {
            let bytes = try PrivateFile.read("\(state.accounts)/mum.json")
            return String(decoding: try #require(bytes), as: UTF8.self)
        }
    }

    @Test("the token is in no file, the session is whose it was, and comes back in the next run")
    func keeping() async throws {
        try await Keyring.with { keyring async throws in
            try await store(keyring, place: .desktop).save(signedIn("t0ken"))
            #expect(try !fileText.contains("t0ken") && fileText.contains("mum@example.org"))
            let next = store(keyring)
            #expect(text(try await next.load()) == "t0ken")
            #expect(try await next.load()?.role == .parent)
            let dad = store(keyring, email: "dad@example.org")
            #expect(try await dad.load() == nil)
            #expect(await dad.absence == "the session is that of mum@example.org, not of dad@example.org")
            let account = try #require(try WatchedAccount.signedIn("mum", in: state))
            #expect(account.email == "mum@example.org" && account.isReady(in: state))
        }
    }

    @Test("a renewal stays where the session is, one that knows of no other wins, and nothing is left behind")
    func renewing() async throws {
        try await Keyring.with { keyring async throws in
            try await store(keyring, place: .desktop).save(signedIn("first"))
            let (one, other) = (store(keyring), store(keyring))
            let (first, its) = (try await one.load(), try await other.load())
            #expect(try await one.save(signedIn("second"), insteadOf: first))
            #expect(try await !other.save(signedIn("stale"), insteadOf: its))
            #expect(text(try await other.load()) == "second")
            #expect(try !fileText.contains("second"))
            #expect(try await itemCount(keyring) == 1)
            // By a person's wish it moves to the file.
            try await store(keyring, place: .file).save(signedIn("third"))
            #expect(try fileText.contains("third"))
            #expect(text(try await one.load()) == "third")
            #expect(try await itemCount(keyring) == 0)
        }
    }

    @Test("a locked service ends no session in use; who needs it is told what to do, and goes on once it is open")
    func locked() async throws {
        let home = try TemporaryFolder()
        var running: AccountTokenStore?
        try await Keyring.with(in: home) { keyring async throws in
            running = store(keyring, place: .desktop)
            try await running?.save(signedIn("t0ken"))
            #expect(try await running?.load() != nil)
        }
        try await Keyring.with(in: home, isOpen: false) { locked async throws in
            #expect(text(try await running?.load()) == "t0ken")
            for store in [store(locked), store(nil)] {
                let error = await #expect(throws: AllowanceError.self) { try await store.load() }
                #expect(error?.kind == .tokenStoreFailed)
                #expect(error?.nextStep.contains("`pocketbell login mum --keep-in file`") == true)
            }
            #expect(await !locked.sessions.isOpen)
            await #expect(throws: AllowanceError.self) { try await store(locked).save(signedIn("new")) }
            #expect(try !fileText.contains("new"))
        }
        try await Keyring.with(in: home) { open async throws in
            #expect(text(try await store(open).load()) == "t0ken")
        }
    }

    @Test("what somebody takes out of the service is over, and says so; a sign-out takes all of one account")
    func removing() async throws {
        try await Keyring.with { keyring async throws in
            try await store(keyring, place: .desktop).save(signedIn("mum's"))
            try await store(keyring, place: .desktop, name: "dad").save(signedIn("dad's"))
            try await keyring.sessions.remove(of: AccountFile("mum", in: state))
            let mum = store(keyring)
            #expect(try await mum.load() == nil)
            #expect(await mum.absence == "the desktop's secret service does not have it any more")
            #expect(text(try await store(keyring, name: "dad").load()) == "dad's")
        }
    }

    @Test("where the file cannot be written the service keeps nothing either")
    func unwritable() async throws {
        try await Keyring.with { keyring async throws in
            rmdir(state.accounts)
            await #expect(throws: AllowanceError.self) {
                try await store(keyring, place: .desktop).save(signedIn("x"))
            }
            #expect(try await itemCount(keyring) == 0)
        }
    }

    private func itemCount(_ keyring: Keyring) async throws -> Int? {
        let bus = try SessionBus(address: keyring.address)
        let answer = try await bus.call(
            BusCall(
                "org.freedesktop.secrets", path: "/org/freedesktop/secrets",
                interface: "org.freedesktop.Secret.Service", "SearchItems",
                [.dictionary(of: "ss", [.string("application"): .string("pocketbell")])]))
        return answer.first?.items?.count
    }
}
