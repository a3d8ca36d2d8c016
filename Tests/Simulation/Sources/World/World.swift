import CDiskShim
import Observability
import Runtime
import Store
import SyncEngine
import TestNumbers
import Values

@testable import Relay
@testable import SyncEngine

/// One run: a family, its server, its targets, a disk, clocks and the program between them, on one thread and in one order.
///
/// The program's core, its commits, its lanes and its store are the product's own; what carries out their effects is here.
actor World {
    /// What broke a promise ends the run.
    struct Violation: Error, Sendable {
        let invariant: Invariant
        let detail: String
    }

    /// The program is killed here.
    struct Crash: Error {
        /// Something it may not survive has happened: it is started again soon.
        var isExit = false
    }

    let scenario: Scenario
    let disk: Disk
    var now = 0
    var agenda = Agenda()
    var dice: SeededNumbers
    var trace: Trace
    var server: ServerModel
    var sinks: [SinkModel]
    var tally = Tally()
    var program: Program?
    /// Counts up with each start.
    var life = 0
    /// By how much somebody has set the wall clock, in microseconds.
    var wallOffset = 0
    /// The machine sleeps: nothing of the program happens before.
    var sleepsUntil = 0
    let wallBox: Box<Timestamp>

    // What goes wrong next.
    /// `nil`: the next one is answered as it should be.
    var readFaults: [(kind: Int, seconds: Int)?] = []
    var postFaults: [(kind: Int, seconds: Int)] = []
    var isLinkUp = false
    var deafUntil = 0
    /// Commits until the crash, and whether it comes after the commit.
    var armedCrash: (commits: Int, isAfter: Bool, downFor: Int)?
    var isCalm = false
    /// Since when how many things have happened.
    private var pace = (since: 0, count: 0)
    private static let mostIn10Seconds = 20_000
    /// When machine, disk or clock were last in trouble, or the program was started.
    var troubleAt = 0

    /// Whose login it is; 0 for nobody's.
    var person = 1
    /// Answers are as of so long ago, as from a copy that lags behind.
    var lagSeconds = 0
    var staleUntil = 0
    /// Who is told of what, since the last reload.
    var household: Household
    /// The same, for what plans in commits.
    let rules: Box<RuleSet>
    /// Nobody is at the desk.
    var awayUntil = 0
    var lag: Int { now < staleUntil ? lagSeconds * 1_000_000 : 0 }

    // Orders on their way.
    var accepted: [IntentRow.ID] = []
    var refusedEntries: Set<IntentRow.ID> = []
    var lastWish: (child: Int, name: String, price: String)?
    var lastChore: (child: Int, notes: String)?
    /// What was accepted with a photo, and with which.
    var photos: [IntentRow.ID: MediaRow.Hash] = [:]
    var lastEntry: (child: Int, cents: Int, text: String)?
    /// What invariants remember.
    var memory: AuditMemory

    static let epoch: Int64 = 1_760_000_000

    /// What the disk sees is written down, with what was acknowledged.
    let recordsDisk: Bool
    var acknowledged: [Acknowledged] = []

    init(_ scenario: Scenario, prints: Bool = false, recordsDisk: Bool = false) throws {
        self.recordsDisk = recordsDisk
        disk_shim_log(recordsDisk ? 1 : 0)
        self.scenario = scenario
        disk = try Disk()
        dice = SeededNumbers(seed: scenario.seed ^ 0x5151_5151)
        trace = Trace(prints: prints)
        server = ServerModel(
            epoch: Self.epoch + Int64(scenario.serverOffset), isUnstable: scenario.dialect == 1, history: 30)
        household = Household(scenario.household)
        rules = Box(household.ruleSet)
        sinks = SinkModel.all(isPlain: scenario.household == 0)
        memory = AuditMemory(targets: sinks.count)
        wallBox = Box(Timestamp(seconds: Self.epoch))
    }

    var wall: Timestamp { Timestamp(microseconds: Self.epoch * 1_000_000 + Int64(now) + Int64(wallOffset)) }

    // MARK: The run

    /// Runs to the end of the quiet time after the last fault, in which everything has to come right.
    func run() async throws {
        for stimulus in scenario.stimuli { agenda.add(.stimulus(stimulus), at: stimulus.at) }
        agenda.add(.start(life: 0), at: 0)
        do {
            try await go(until: scenario.length)
            calm()
            try await signIn(1)
            // What appears late has its reading of the whole history, too.
            try await go(until: max(now, sleepsUntil) + Self.twoScans)
            try await auditPromptFacts()
            let end = max(scenario.length, sleepsUntil, server.rows.map(\.visibleAt).max() ?? 0) + Self.quiet
            let quietSince = now
            try await go(until: end)
            try auditDeepScans(since: quietSince)
            try await comeToRest()
            // What somebody else has ordered has waited for that person.
            for other in try await peopleWhoWait() {
                try await signIn(other)
                try await go(until: now + Self.twoScans)
                try await comeToRest()
            }
            try await audit(isEnd: true)
        } catch {
            await closeStore()
            throw error
        }
        await closeStore()
    }

    private func comeToRest() async throws {
        for _ in 0..<30 where try await !isIdle() { try await go(until: now + 3_600_000_000) }
    }

    private func go(until end: Int) async throws {
        var steps = 0
        while let (at, happening) = agenda.next() {
            guard at <= end else {
                agenda.add(happening, at: at)
                break
            }
            now = max(now, at)
            wallBox.value = wall
            await happen(happening)
            steps += 1
            try watchPace()
            if let violation = memory.violation { throw violation }
            if steps % 25 == 0 { try await audit(isEnd: false) }
        }
        now = max(now, end)
        wallBox.value = wall
    }

    /// Nothing is done again and again without a pause.
    private func watchPace() throws {
        guard now - pace.since < 10_000_000 else { return pace = (now, 0) }
        pace.count += 1
        if pace.count > Self.mostIn10Seconds {
            try violate(.delays, "\(pace.count) things in 10 s: \(trace.recent.suffix(6).joined(separator: "; "))")
        }
    }

    /// Faults are over: what is armed is taken back, what is down comes up.
    private func calm() {
        isCalm = true
        (readFaults, postFaults, deafUntil, staleUntil, armedCrash) = ([], [], 0, 0, nil)
        awayUntil = min(awayUntil, now)
        agenda.add(.deskIsBack, at: now)
        disk.heal()
        server.reveal(at: now)
        for index in sinks.indices { sinks[index].heal() }
        if !isLinkUp { agenda.add(.stimulus(Stimulus(at: now, name: .up)), at: now) }
        trace.note(now, "calm")
    }

    /// One thing happens; a crash of the program is part of it.
    private func happen(_ happening: Agenda.Happening) async {
        do {
            try await handle(happening)
            try await answerBells()
        } catch let crash as Crash {
            await crashed(crash)
        } catch let violation as Violation {
            memory.violation = memory.violation ?? violation
        } catch {
            memory.violation = memory.violation ?? Violation(invariant: .total, detail: "\(error)")
        }
    }

    private func handle(_ happening: Agenda.Happening) async throws {
        switch happening {
        case .stimulus(let stimulus): try await meet(stimulus)
        case .start(let life): if life == self.life, program == nil { try await start() }
        case .event(let event, let engine, let life):
            if isAwake(happening, life) { try await tell(engine, event) }
        case .tick(let engine, let life): if isAwake(happening, life) { try await tick(engine) }
        case .question(let question, let askedAt, let engine, let life):
            if life == self.life { answer(question, askedAt, engine) }
        case .reply(let engine, let life, let event):
            if isAwake(happening, life) { try await tell(engine, event(wall)) }
        case .request(let sending): arrived(sending)
        case .evidence(let look): if look.life == life { answerLook(look) }
        case .makeLate(let sending, let isTooLate): makeLate(sending, isTooLate: isTooLate)
        case .hubMessage(let subject, let target): try await hear(subject, target)
        case .look(let lane, let life): if isAwake(happening, life) { try await look(lane) }
        case .arrival(let lane, let message): arrive(lane, message)
        case .verdict(let lane, let verdict, let life):
            if isAwake(happening, life) { try await settle(lane, verdict) }
        case .diskIsFree: disk.heal()
        case .reminders(let life): if isAwake(happening, life) { try await lookAtReminders() }
        case .deskIsBack: ringLanes()
        }
    }

    /// Whether the program is there to notice it; what comes while the machine sleeps is noticed when it wakes up.
    private func isAwake(_ happening: Agenda.Happening, _ life: Int) -> Bool {
        guard life == self.life, program != nil else { return false }
        guard now >= sleepsUntil else {
            agenda.add(happening, at: sleepsUntil)
            return false
        }
        return true
    }

    /// Between a quarter and all of this, in microseconds.
    func latency(_ most: Int) -> Int { Int.random(in: most / 4...most, using: &dice) }

    func violate(_ invariant: Invariant, _ detail: String) throws {
        throw Violation(invariant: invariant, detail: detail)
    }

    /// Two full scans after the last failure, whose pauses are up to 900 s.
    static let twoScans = 2_400_000_000
    /// The quiet time at a run's end: more than one reading of the whole history.
    static let quiet = 3 * 3_600_000_000
    /// As the program's, but for what would make a run long.
    static var timings: SyncTimings {
        var timings = SyncTimings()
        timings.deepInterval = .seconds(7_200)
        timings.purgeInterval = .seconds(1_800)
        timings.recountInterval = .seconds(3_600)
        return timings
    }
}
