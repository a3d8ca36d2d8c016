import Runtime
import Store
import Systemd

/// Tells systemd that the program is ready, alive and about to stop. Without systemd it does nothing.
///
/// It starts last, so "ready" means that everything before it has started; it is alive only as long as the store answers.
struct ServiceManagerLink: Service {
    let name = "service manager"
    let store: Store
    let accounts: Int
    private let ends = AsyncStream.makeStream(of: Void.self)

    init(store: Store, accounts: Int) {
        self.store = store
        self.accounts = accounts
    }

    func start() async throws {
        ServiceManager.ready(status: "watching \(accounts) account\(accounts == 1 ? "" : "s")")
    }

    func run() async throws {
        guard let interval = ServiceManager.keepAliveInterval else {
            for await _ in ends.stream {}
            return
        }
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { for await _ in ends.stream {} }
            group.addTask {
                while !Task.isCancelled {
                    _ = try await store.counts()
                    ServiceManager.keepAlive()
                    try await Task.sleep(for: interval)
                }
            }
            try await group.next()
            group.cancelAll()
        }
    }

    func stop() async {
        ServiceManager.stopping(status: "finishing what is under way")
        ends.continuation.finish()
    }
}
