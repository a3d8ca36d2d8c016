import Observability
import Runtime
import Store
import SyncEngine
import Values

@testable import Relay
@testable import SyncEngine

/// What is in memory of one life of the program: a crash takes all of it.
struct Program {
    let store: Store
    var engines: [Engine] = []
    var lanes: [SimulatedLane] = []
    var reminders: World.SimulatedReminders?
}

/// One account's core, and what sends its entries.
struct Engine {
    let name: String
    var core: SyncCore
    /// When it was made.
    let began: Int
    /// When a tick is to come next, as far as one was put down.
    var tickAt: Int?
    /// What people are shown of how far it is.
    var progress = RunProgress()
    /// The server's time at the first question of the scan under way.
    var scanBegan: Timestamp?
    /// When the balances were answered last.
    var balancesAt = 0
    /// How often they were, in the scan under way.
    var balancesRead = 0
    /// Children whose lists were refused in it: it ends without them.
    var refused: Set<ChildRow.ID> = []
    /// Its link has come up, and no full scan has begun since.
    var owesFullScan = false
}

/// Has no words for anybody.
struct NoLog: LogSink {
    func write(_ record: LogRecord) {}
    static let logger = Logger(component: "simulation", threshold: LogThreshold(.error), sink: NoLog())
}

extension World {
    /// Starts the program as the daemon does: what was under way is in doubt, then the lanes, then the accounts.
    func start() async throws {
        trace.note(now, "start \(life)")
        troubleAt = max(troubleAt, now)
        let store: Store
        do throws(StoreError) { store = try await Store.open(in: disk.folder, logger: NoLog.logger) } catch {
            trace.note(now, "no start: \(error.kind.rawValue)")
            tally.failedStarts += 1
            return agenda.add(.start(life: life), at: now + 5_000_000)
        }
        program = Program(store: store)
        do {
            try before("recovery")
            let doubtful = try await store.recoverAttempts(now: wall)
            memory.checkDoubt(doubtful)
            tally.inDoubt += doubtful
            try await after("recovery")
            try await startLanes(store)
            try await startReminders()
            for index in 0..<scenario.accounts { try await startEngine(index, store) }
        } catch let error as StoreError {
            trace.note(now, "start failed: \(error.kind.rawValue)")
            throw Crash(isExit: true)
        }
    }

    private func startEngine(_ index: Int, _ store: Store) async throws {
        let name = Self.accounts[index]
        let commit = StartCommit(name: name, origin: Self.origin, settle: Self.timings.settle, now: wall)
        try before("start")
        let known = try await store.write("start") { try commit.run(in: $0) }
        try await after("start")
        var engine = Engine(
            name: name,
            core: SyncCore(
                account: SyncAccount(name: name, scanInterval: .seconds(300)), origin: Self.origin,
                planner: planner(), timings: Self.timings, seed: dice.next(), isSent: { _ in true }),
            began: now)
        _ = engine.core.step(.resumed(known), at: moment(engine))
        program?.engines.append(engine)
        if isLinkUp {
            program?.engines[index].owesFullScan = true
            _ = program?.engines[index].core.step(.linkChanged(isUp: true), at: moment(engine))
        }
        agenda.add(.tick(engine: index, life: life), at: now)
    }

    static let accounts = ["mum", "dad"]
    static let origin = "https://family.example"

    func moment(_ engine: Engine) -> SyncMoment {
        SyncMoment(elapsed: .microseconds(now - engine.began), wall: wall)
    }

    /// The program ends without a word; what was committed stays.
    func crashed(_ crash: Crash) async {
        let downFor = armedCrash.map { $0.downFor * 1_000_000 } ?? 0
        armedCrash = nil
        trace.note(now, crash.isExit ? "exit" : "crash")
        tally.crashes += crash.isExit ? 0 : 1
        tally.exits += crash.isExit ? 1 : 0
        memory.noteCrash(await markedNow(), sinks)
        let store = program?.store
        program = nil
        life += 1
        for index in sinks.indices { sinks[index].inFlight = 0 }
        do {
            // What the writer has begun is done before the image is taken: it was acknowledged to nobody.
            if let store { _ = try? await store.write("barrier") { _ in } }
            try disk.crash()
        } catch { memory.violation = memory.violation ?? Violation(invariant: .total, detail: "\(error)") }
        await store?.close()
        disk.removeFormer()
        agenda.add(.start(life: life), at: now + max(downFor, crash.isExit ? 5_000_000 : 0))
    }

    func closeStore() async {
        disk.heal()
        let store = program?.store
        program = nil
        life += 1
        await store?.close()
    }

    /// A commit is about to be made.
    func before(_ name: String) throws {
        guard let armed = armedCrash, armed.commits == 0, !armed.isAfter, program != nil else { return }
        tally.killPoints["before \(name)", default: 0] += 1
        throw Crash()
    }

    /// A commit is on the disk; perhaps the program sees nothing of that any more.
    func after(_ name: String) async throws {
        tally.commits += 1
        await acknowledge()
        await auditBirths()
        guard var armed = armedCrash, program != nil else { return }
        armed.commits -= 1
        armedCrash = armed
        guard armed.commits < 0 else { return }
        tally.killPoints["after \(name)", default: 0] += 1
        throw Crash()
    }
}
