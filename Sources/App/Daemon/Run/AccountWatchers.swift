import Runtime
import Store

/// The watchers of all accounts, each in a group of its own: a sign-in replaces one and leaves the others in peace.
actor AccountWatchers: Service {
    nonisolated let name = "accounts"

    /// What a configuration has in mind for one account.
    enum Planned: Sendable {
        /// Nothing of it has changed, and it is well: whatever watches it goes on, with its connection to the hub.
        case goesOn(account: String)
        case begins(AccountWatcher)

        var name: String {
            switch self {
            case .goesOn(let account): account
            case .begins(let watcher): watcher.name
            }
        }
    }

    private struct Place {
        var watcher: AccountWatcher
        let services: ReplaceableServices
    }

    private var places: [Place] = []
    /// As many as there are accounts.
    private let starts = BoundedChannel<ReplaceableServices>(limit: 1)

    private let waits: @Sendable (_ account: String, StoreError?) -> Void

    /// - Parameter waits: called when an account cannot start because of the store, and with `nil` once it has.
    init(waits: @escaping @Sendable (_ account: String, StoreError?) -> Void) { self.waits = waits }

    /// In the configuration's order; behind these who has signed in since.
    var all: [AccountWatcher] { places.map(\.watcher) }

    /// Watches these accounts, and no others.
    func take(_ plan: [Planned]) async {
        let names = plan.map(\.name)
        for place in places where !names.contains(place.watcher.name) { await remove(place.watcher.name) }
        for case .begins(let watcher) in plan { await put(watcher) }
        // One that went away meanwhile, such as by a sign-out, has no place.
        places =
            names.compactMap { name in places.first { $0.watcher.name == name } }
            + places.filter { !names.contains($0.watcher.name) }
    }

    /// Runs this one, instead of what ran for the account.
    func put(_ watcher: AccountWatcher) async {
        if let index = places.firstIndex(where: { $0.watcher.name == watcher.name }) {
            places[index].watcher = watcher
            return await places[index].services.replace(with: watcher.services)
        }
        let services = ReplaceableServices(watcher.services) { [waits] in waits(watcher.name, $0) }
        places.append(Place(watcher: watcher, services: services))
        starts.push(services)
    }

    /// Ends what runs for the account.
    func remove(_ account: String) async {
        guard let index = places.firstIndex(where: { $0.watcher.name == account }) else { return }
        await places.remove(at: index).services.stop()
    }

    func run() async throws { try await runTasks(forEach: starts) { try await $0.run() } }

    func stop() async {
        starts.finish()
        await withDiscardingTaskGroup { group in
            for place in places { group.addTask { await place.services.stop() } }
        }
    }
}
