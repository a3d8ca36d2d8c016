import Observability
import Relay
import Runtime
import Store
import Values

/// Tells people that the store takes nothing, and that it does again, past the store: carries out what ``FullDiskNews`` decides.
actor FullDiskTeller: Service {
    nonisolated let name = "full disk"
    /// How soon a target that did not take it is tried again.
    private static let interval: Duration = .seconds(30)

    private let store: Store
    private let relay: Relay
    private let logger: Logger
    private let plan: @Sendable () -> [PlannedDelivery]
    private let bell = Bell()
    private var news = FullDiskNews()
    private var since: Timestamp?
    private var isStopping = false

    /// - Parameter plan: to whom it goes, by the configuration in force.
    init(store: Store, relay: Relay, logger: Logger, plan: @escaping @Sendable () -> [PlannedDelivery]) {
        self.store = store
        self.relay = relay
        self.logger = logger
        self.plan = plan
    }

    /// The disk is full, or has room again.
    nonisolated func ring() { bell.ring() }

    /// Works until ``stop()``.
    func run() async throws {
        while !isStopping, !Task.isCancelled {
            await look()
            await bell.wait(atMost: news.isAtRest ? nil : Self.interval)
        }
    }

    func stop() {
        isStopping = true
        bell.ring()
    }

    private func look() async {
        let isFull = store.room.phase.isFull
        let now = WallClock.system.now
        if isFull { since = since ?? now }
        let deliveries = plan()
        for telling in news.wanted(isFull: isFull, targets: deliveries.map(\.target), now: BootTime.now) {
            guard let delivery = deliveries.first(where: { $0.target == telling.target }) else { continue }
            let isTaken = await relay.tell(notice(isOver: telling.isOver, at: now), as: .diskFull, by: delivery)
            if isTaken { news.told(telling, now: BootTime.now) }
            logger.info(
                isTaken ? "told past the store" : "a target could not be told past the store",
                [.part: .text(telling.target)])
        }
        if !isFull { since = nil }
    }

    private func notice(isOver: Bool, at now: Timestamp) -> AlertRow.Notice {
        let fault = store.room.fault
        let sentence =
            isOver
            ? "there is room for the store again, and everything goes on"
            : "nothing new can be kept: \(fault?.sentence ?? "The disk is full.") \(fault?.nextStep ?? "Make room on it.")"
        return AlertRow.Notice(subject: "", sentence: sentence, since: since ?? now, isOver: isOver)
    }
}

/// Decides who still has to hear that the store takes nothing, or that it does again. A pure value.
///
/// Whoever was told hears the end of it. What comes and goes tells nobody more than once in ``spacing``.
struct FullDiskNews: Sendable, Equatable {
    struct Telling: Sendable, Equatable {
        let target: String
        let isOver: Bool
    }

    static let spacing: Duration = .seconds(3_600)

    /// When each was last told that the disk is full, in running time.
    private var toldAt: [String: Duration] = [:]
    /// Those who have not heard of its end.
    private var waiting: Set<String> = []
    private var isFull = false

    /// Whether nobody has to hear anything before something happens.
    var isAtRest: Bool { !isFull && waiting.isEmpty }

    /// - Parameter now: of a clock that nobody sets.
    mutating func wanted(isFull: Bool, targets: [String], now: Duration) -> [Telling] {
        self.isFull = isFull
        // Who is no target any more hears nothing more.
        waiting.formIntersection(targets)
        guard isFull else { return targets.filter(waiting.contains).map { Telling(target: $0, isOver: true) } }
        return targets.filter { target in
            !waiting.contains(target) && toldAt[target].map { now - $0 >= Self.spacing } ?? true
        }.map { Telling(target: $0, isOver: false) }
    }

    /// The target has taken it.
    mutating func told(_ telling: Telling, now: Duration) {
        if telling.isOver {
            waiting.remove(telling.target)
        } else {
            waiting.insert(telling.target)
            toldAt[telling.target] = now
        }
    }
}
