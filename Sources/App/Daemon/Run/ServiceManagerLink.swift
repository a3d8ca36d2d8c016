import Runtime
import Store
import Systemd

/// Tells systemd that the program is ready, alive and about to stop. Without systemd it does nothing.
///
/// It starts last, so "ready" means that everything before it has started; it is alive only as long as the store takes
/// commits.
struct ServiceManagerLink: Service {
    let name = "service manager"
    private let accounts: Int
    private let watchdog: Watchdog

    init(store: Store, accounts: Int) {
        self.accounts = accounts
        // An empty commit writes nothing, but waits its turn at the writer: where that hangs, so does this.
        watchdog = Watchdog { (try? await store.write("alive") { _ in }) != nil }
    }

    func start() async throws {
        ServiceManager.ready(status: "watching \(accounts) account\(accounts == 1 ? "" : "s")")
    }

    func run() async throws { await watchdog.run() }

    func stop() async {
        ServiceManager.stopping(status: "finishing what is under way")
        watchdog.stop()
    }
}
