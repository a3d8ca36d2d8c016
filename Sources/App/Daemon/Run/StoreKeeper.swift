import Observability
import Runtime
import Store
import Values

/// Looks after the store's files while the program runs. Where only another opening helps it ends, and with it everything that has the
/// store; whoever runs the program then opens the store again (``WatchEnding``).
actor StoreKeeper: Service {
    nonisolated let name = "store"

    private let store: Store
    private let care: StoreCare
    private let logger: Logger
    private let bell: Bell
    private let now: @Sendable () -> Timestamp
    private var isStopping = false
    private var isChecked: Bool
    private var tendedAt: Duration?

    /// How often the files are looked at.
    private static let interval: Duration = .seconds(10)
    /// How often every page is.
    private static let checkInterval: Duration = .seconds(7 * 86_400)
    private static let tendInterval: Duration = .seconds(3_600)

    /// - Parameter wish: rung when a copy waits to take the store's place.
    init(
        _ store: Store, logger: Logger, wish: Bell, now: @escaping @Sendable () -> Timestamp = { WallClock.system.now }
    ) {
        self.store = store
        care = StoreCare(store)
        self.logger = logger
        bell = wish
        self.now = now
        isChecked = !store.file.wasUnclean
    }

    /// Works until ``stop()``.
    ///
    /// - Throws: ``StoreReopening``.
    func run() async throws {
        while !isStopping, !Task.isCancelled {
            if let reopening = try await lookSafely() { throw reopening }
            await bell.wait(atMost: Self.interval)
        }
    }

    func stop() {
        isStopping = true
        bell.ring()
    }

    /// A store that takes nothing at the moment is looked at again.
    private func lookSafely() async throws(StoreError) -> StoreReopening? {
        do throws(StoreError) {
            return try await look()
        } catch {
            guard error.kind != .closed else { throw error }
            logger.debug("the store can't be looked after now", [.reason: .text(error.description)])
            return nil
        }
    }

    private func look() async throws(StoreError) -> StoreReopening? {
        if care.hasCopyWaiting { return StoreReopening(reason: "a copy takes the store's place") }
        if let damage = store.foundDamage { return StoreReopening(reason: damage.sentence) }
        if !care.isInPlace {
            try await care.rescue(now: now())
            return StoreReopening(reason: "the store's file is gone, or another lies in its place")
        }
        if try await isCheckDue() {
            isChecked = true
            let findings = try await care.checkEverything(now: now())
            if let first = findings.first { return StoreReopening(reason: "the store is damaged: \(first)") }
        }
        if tendedAt.map({ BootTime.now - $0 > Self.tendInterval }) ?? true {
            tendedAt = BootTime.now
            try await care.tendLedger(now: now())
        }
        return nil
    }

    /// After a run that nobody ended in order, and once a week.
    private func isCheckDue() async throws(StoreError) -> Bool {
        if !isChecked { return true }
        guard let last = try await care.lastCheck() else {
            // A store is new once.
            return true
        }
        let age = now().duration(since: last)
        return age > Self.checkInterval || age < .zero - Self.checkInterval
    }
}

/// The store has to be closed and opened again.
struct StoreReopening: Error, CustomStringConvertible {
    let reason: String
    var description: String { reason }
}
