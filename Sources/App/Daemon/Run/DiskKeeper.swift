import Observability
import Relay
import Runtime
import Store
import Values

/// Looks after the room on the store's disk: carries out what ``RoomMachine`` decides.
///
/// It also ends the program where the disk itself has failed: after that no later write on the same file can be trusted, and the next
/// start opens what is really there.
actor DiskKeeper: Service {
    nonisolated let name = "room"

    private let store: Store
    private let logger: Logger
    private let tell: @Sendable () -> Void
    private let goOn: @Sendable () async -> Void
    private let now: @Sendable () -> Timestamp
    private var machine = RoomMachine()
    private var isStopping = false

    /// How often it is measured while there is room.
    private static let interval: Duration = .seconds(10)
    /// And while there is none: whoever makes some waits for the program.
    private static let soon: Duration = .seconds(1)

    /// - Parameters:
    ///   - tell: has people told that the store takes nothing; returns at once.
    ///   - goOn: reads anew what was not taken, and sends what waits.
    init(
        _ store: Store, logger: Logger, tell: @escaping @Sendable () -> Void,
        now: @escaping @Sendable () -> Timestamp = { WallClock.system.now },
        goOn: @escaping @Sendable () async -> Void
    ) {
        self.store = store
        self.logger = logger
        self.tell = tell
        self.now = now
        self.goOn = goOn
    }

    /// Works until ``stop()``.
    ///
    /// - Throws: `StoreError` of the kind `inputOutput` when the disk has failed.
    func run() async throws {
        while !isStopping, !Task.isCancelled {
            try await look()
            await store.room.refusals.wait(atMost: machine.phase.isFull ? Self.soon : Self.interval)
        }
    }

    func stop() {
        isStopping = true
        store.room.refusals.ring()
    }

    private func look() async throws {
        if let refused = store.refusedChange, refused.kind == .inputOutput { throw refused }
        if store.room.takeRefusal() { await take(.refused) }
        if let reading = store.room.reading { await take(.measured(reading)) }
    }

    private func take(_ event: RoomMachine.Event) async {
        let former = machine.phase
        let effects = machine.take(event)
        // Before anything is done: nothing new may be begun while the ballast is lent.
        store.room.phase = machine.phase
        if former != machine.phase {
            logger.info(
                "the room on the disk has changed",
                [
                    .room: .text(machine.phase.rawValue),
                    .reason: .text(store.room.reading.map { "\($0.spare) bytes" } ?? ""),
                ])
        }
        for effect in effects { await carryOut(effect) }
    }

    private func carryOut(_ effect: RoomMachine.Effect) async {
        switch effect {
        case .purge: await purge()
        case .warn:
            let left = store.room.reading.map { StoreRoom.size($0.spare) } ?? "unknown"
            logger.warning("there is little room left for the store", [.reason: .text(left)])
        case .releaseBallast: store.room.releaseBallast()
        case .emptyLog: try? await StoreCare(store).emptyLog()
        case .tellFull:
            logger.error("the store takes nothing new", [.reason: .text(store.room.fault?.description ?? "")])
            tell()
        case .makeBallast: await makeBallast()
        case .goOn:
            logger.info("there is room for the store again")
            tell()
            await goOn()
        }
    }

    private func makeBallast() async {
        let room = store.room
        // On a thread of the database, since the disk may take its time.
        let isMade = (try? await store.read("ballast") { _ in room.makeBallast() }) ?? false
        guard isMade, let reading = room.reading else { return await take(.disproven) }
        await take(.proven(reading))
    }

    /// What can be had again goes before its time; what the file has no use for then it fills before it grows.
    private func purge() async {
        do throws(StoreError) {
            try await store.purge(keeping: .scarce, now: now())
            try await MediaStore(store).clear(Set(MediaClass.allCases), now: now())
        } catch {
            logger.debug("nothing can be forgotten now", [.reason: .text(error.description)])
        }
    }
}

extension DiskKeeper {
    /// Of the running program.
    init(_ watch: Watch, _ current: CurrentParts, _ news: FullDiskTeller) {
        self.init(watch.store, logger: watch.log.logger("store"), tell: news.ring) {
            for watcher in await current.parts.accounts.all { watcher.networkCameUp() }
            await watch.relay.clocksChanged()
        }
    }
}

extension FullDiskTeller {
    /// Of the running program.
    init(_ watch: Watch, _ current: CurrentParts) {
        self.init(store: watch.store, relay: watch.relay, logger: watch.log.logger("program")) {
            current.parts.rules.deliveries(of: .diskFull, besides: nil, at: WallClock.system.now)
        }
    }
}

extension LogKey {
    fileprivate static let room = LogKey("store.room")
}
