import JSON
import Runtime
import Store
import Values

/// Answers how everything stands: all of the store's part, with what only the running program knows.
struct StatusDesk: Sendable {
    let api: ControlAPI

    func status() async throws -> JSONValue {
        let store = api.store
        let (accounts, counts) = (try await store.accounts(), try await store.counts())
        let (accounting, standing) = (
            try await store.accounting(), try await store.read("standing") { try $0.standing() }
        )
        let installed = await api.installed()
        var health = HealthFacts(
            live: await api.live(), accounting: accounting, counts: counts,
            unreadable: try await StoreCare(store).unreadableNow(),
            commands: api.commands)
        health.recovery = try await StoreCare(store).recoveryToTell(
            now: WallClock.system.now, watched: installed.accounts.map(\.name))
        health.file = installed.file
        try await health.take(store)
        health.signedOut = installed.accounts.filter { !$0.canSignIn }.map {
            HealthFacts.SignedOut(name: $0.name, fault: $0.fault)
        }
        let now = WallClock.system.now
        let silences = try await store.read("silences") { try $0.silences(at: now) }
        return StatusView(
            installed: installed, accounts: accounts, children: try await store.children(), counts: counts,
            accounting: accounting, standing: standing, health: health,
            silences: silences, now: now
        ).json
    }
}
