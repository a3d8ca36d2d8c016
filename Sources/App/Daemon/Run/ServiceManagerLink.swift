import Control
import Runtime
import Store
import Systemd

/// Tells systemd that the program is ready, alive and about to stop, and what it waits for. Without systemd it does nothing.
///
/// It starts last, so "ready" means that everything before it has started; it is alive only as long as the store takes
/// commits.
struct ServiceManagerLink: Service {
    let name = "service manager"
    private let board: StatusBoard
    private let sentence: @Sendable () async -> String
    private let watchdog: Watchdog

    init(_ watch: Watch, _ current: CurrentParts) {
        board = watch.board
        sentence = { await watch.statusLine(current.parts) }
        // An empty commit writes nothing, but waits its turn at the writer: where that hangs, so does this.
        let store = watch.store
        watchdog = Watchdog { (try? await store.write("alive") { _ in }) != nil }
    }

    func start() async throws { ServiceManager.ready(status: await sentence()) }

    func run() async throws {
        let changes = board.changes()
        async let _: Void = tell(changes)
        await watchdog.run()
    }

    func stop() async {
        ServiceManager.stopping(status: "finishing what is under way")
        watchdog.stop()
    }

    private func tell(_ changes: AsyncStream<(account: String, link: StatusBoard.Link)>) async {
        var told = ""
        for await _ in changes {
            let text = await sentence()
            if text != told { ServiceManager.status(text) }
            told = text
        }
    }
}
