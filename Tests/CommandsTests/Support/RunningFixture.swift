import Configuration
import Control
import JSON
import Observability
import Runtime
import Sockets
import Store
import TestSupport
import Values

@testable import Commands

/// A program that answers on its control socket, as commands find it: of a state folder and a configuration file.
struct RunningFixture {
    let folder: TemporaryFolder
    /// Names the state folder; what stands in it may be broken while the program runs.
    let file: String
    let api: ControlAPI
    private let store: Store
    private let loop: EventLoop
    private let server: ControlServer

    var socket: String { "\(folder.path)/state/control.sock" }
    var context: CommandContext { CommandContext(configurationFile: file, isJSON: true) }

    /// - Parameters:
    ///   - signIn: how orders to sign in are answered.
    ///   - news: what whoever watches gets before the program ends the answer.
    static func with(
        signIn: @escaping @Sendable (Secret) -> ControlAnswer = { _ in .text("") },
        news: [ControlAPI.NewTransaction] = [],
        _ body: (RunningFixture) async throws -> Void
    ) async throws {
        let fixture = try await RunningFixture(signIn: signIn, news: news)
        try await body(fixture)
        await fixture.server.stop()
        await fixture.loop.stop()
        await fixture.store.close()
    }

    private init(
        signIn: @escaping @Sendable (Secret) -> ControlAnswer, news: [ControlAPI.NewTransaction]
    ) async throws {
        let folder = try TemporaryFolder()
        self.folder = folder
        let file = try folder.write("state: \(folder.path)/state\n", to: "config.yaml")
        self.file = file
        try folder.write("", to: "state/made", mode: 0o600)
        store = try await Store.open(in: "\(folder.path)/state", logger: .silent)
        let live = LiveStatus(
            startedAt: Timestamp(seconds: 0), version: "9.8.7", stateFolder: "\(folder.path)/state",
            configurationFile: file)
        api = ControlAPI(
            store: store, live: { live },
            accounts: .init(
                signIn: { signIn($0) },
                signOut: { $0 == "mum" ? .value([:]) : .refused(.init(.unknown, "there is no account '\($0)'")) })
        ) { .value(["target": .string($0), "delivered": .bool($0 == "chat"), "milliseconds": 7]) }
        loop = try EventLoop()
        server = ControlServer(path: "\(folder.path)/state/control.sock", loop: loop, api: api) {
            AsyncStream { continuation in
                for transaction in news { continuation.yield(transaction) }
                continuation.finish()
            }
        }
        try await server.start()
    }

    static func news(_ count: Int) -> [ControlAPI.NewTransaction] {
        let child = ChildRow(
            server: .init(rawValue: 1), id: .init(rawValue: "c"), firstName: "Alice", lastName: "Reed", balance: .zero,
            seenAt: Timestamp(seconds: 0))
        return (1...count).map { number in
            let row = TransactionRow(
                server: child.server, id: .init(rawValue: "t\(number)"), child: child.id, amount: .zero, kind: .credit,
                category: "Gift", description: "Kite", balanceAfter: .zero, createdAt: Timestamp(seconds: 0),
                position: number, firstSeenAt: Timestamp(seconds: 0), source: .scan, isLate: false)
            return ControlAPI.NewTransaction(row, child: child)
        }
    }
}
