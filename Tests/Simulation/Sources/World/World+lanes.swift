import Runtime
import Store
import TestNumbers
import Values

@testable import Relay

/// What a lane's actor does for its machine: looks, marks, sends, records. In the order of `Lane.turn`, which is copied here by hand:
/// what changes there changes here. Left out is what nothing here needs: who reads a target never changes, so nothing is barred; no
/// words are kept, so none are forgotten; and nothing happens between a commit and what follows it, so a wake needs no look whether
/// something has.
extension World {
    private static let recordEvery = 100_000

    private var running: Duration { .microseconds(now) }

    func startLanes(_ store: Store) async throws {
        for sink in sinks {
            var lane = SimulatedLane(sink, wall: wall, running: running, isPlain: household.number == 0)
            let name = lane.name
            let isWaiting = try await commit("lane.begin") {
                try await $0.beginLane(name, finish: [], now: self.wall)
            }
            if isWaiting { lane.machine = LaneMachine(lane.policy, after: lane.machine, now: wall) }
            program?.lanes.append(lane)
        }
        for index in sinks.indices { agenda.add(.look(lane: index, life: life), at: now) }
    }

    /// As the relay admits what the rules planned.
    static func admit(
        _ deliveries: [PlannedDelivery], into lanes: [String: (LaneDoor, Bool)]
    ) -> [PlannedDelivery] {
        deliveries.map { delivery in
            var delivery = delivery
            let lane = lanes[delivery.target]
            delivery.door = lane?.0
            if lane?.1 != true { delivery.living = nil }
            return delivery
        }
    }

    /// Makes alerts of changes, on their way straight into lanes that have nothing else to do.
    func planner() -> AlertPlanner {
        let lanes = Dictionary(uniqueKeysWithValues: (program?.lanes ?? []).map { ($0.name, ($0.door, $0.edits)) })
        return { [rules] change in
            rules.value.plan(change).map { alert in
                var alert = alert
                alert.deliveries = Self.admit(alert.deliveries, into: lanes)
                return alert
            }
        }
    }

    func ringLanes() {
        for index in program?.lanes.indices ?? 0..<0 { agenda.add(.look(lane: index, life: life), at: now) }
        // What was caused may have something to follow.
        if program?.reminders != nil { agenda.add(.reminders(life: life), at: now) }
    }

    /// Doors that were rung by a commit.
    func answerBells() async throws {
        for index in program?.lanes.indices ?? 0..<0 {
            guard let bell = program?.lanes[index].bell, bell.value else { continue }
            bell.value = false
            agenda.add(.look(lane: index, life: life), at: now)
        }
    }

    // MARK: A turn

    func look(_ index: Int) async throws {
        guard let lane = program?.lanes[index], lane.current == nil else { return }
        if lane.lookAt == now { program?.lanes[index].lookAt = nil }
        do {
            try await turn(index)
            program?.lanes[index].isStoreFailing = false
        } catch let error as StoreError {
            trace.note(now, "\(lane.name): store \(error.kind.rawValue)")
            program?.lanes[index].isStoreFailing = true
            if error.isFatal { throw Crash(isExit: true) }
            agenda.add(.look(lane: index, life: life), at: now + 1_000_000)
        }
    }

    private func turn(_ index: Int) async throws {
        if program?.lanes[index].beginsAnew == true { try await beginAnew(index) }
        guard let store = program?.store, var lane = program?.lanes[index] else { return }
        if lane.machine.isOpen, !isAway(lane), lane.pause(at: running) == .zero {
            lane.door.open { [bell = lane.bell] in bell.value = true }
        } else {
            lane.door.shut()
        }
        if lane.isStoreFailing || lane.ends.contains(where: { $0.message != nil }) { try await record(index) }
        try await followWall(index)
        lane = program?.lanes[index] ?? lane
        let moment = lane.time.now(running: running)
        let (step, jobs) = try await step(index, at: moment)
        trace.note(now, "\(lane.name): \(step)")
        switch step {
        case .send: try await send(jobs, index)
        case .carryOut: try await carryOut(jobs, index)
        case .takeBack:
            try await commit("lane.end") { try await $0.endLane(lane.name, finish: lane.ends, now: self.wall) }
            program?.lanes[index].ends = []
        case .gather:
            try await record(index)
            let (name, policy) = (lane.name, lane.policy.digest)
            _ = try await commit("digest") { try await $0.write("gather") { try $0.gather(name, policy, now: moment) } }
            tally.digests += 1
        case .release:
            try await record(index)
            let (name, policy) = (lane.name, lane.policy.digest)
            let held = try await heldNow(for: name)
            memory.telling.releasing = (lane, held, moment)
            _ = try await commit("held") { try await $0.write("release") { try $0.release(name, policy, now: moment) } }
            try await auditRelease()
        case .skip(let numbers):
            try await record(index)
            try await commit("skip") { try await $0.skip(numbers, detail: "not told twice", now: self.wall) }
        case .rest(let due): return try await rest(index, until: due.map { $0.duration(since: moment) })
        }
        _ = store
        if program?.lanes[index].current == nil { agenda.add(.look(lane: index, life: life), at: now) }
    }

    private func step(_ index: Int, at moment: Timestamp) async throws -> (LaneMachine.Step, [SimulatedLane.Job]) {
        guard let store = program?.store, let lane = program?.lanes[index] else { return (.rest(until: nil), []) }
        let pause = lane.pause(at: running)
        guard pause == .zero else { return (.rest(until: moment.advanced(by: pause)), []) }
        let born = lane.isStoreFailing ? [] : lane.door.take()
        guard born.isEmpty else {
            tally.born += born.count
            return (.carryOut(born.map(\.delivery.number)), jobs(born, []))
        }
        let (machine, isAway) = (lane.machine, isAway(lane))
        let look = LaneLook(
            target: lane.name, patience: lane.policy.patience, limit: max(lane.policy.window, 2),
            ended: Set(lane.ends.map(\.delivery)), digest: lane.policy.digest)
        let (step, works, digests, unreadable) = try await store.lane(look, now: moment) { queue in
            let step = machine.step(queue, now: moment, isAway: isAway)
            switch step {
            case .send(let numbers), .carryOut(let numbers): return (step, numbers)
            case .takeBack, .skip, .gather, .release, .rest: return (step, [])
            }
        }
        if !unreadable.isEmpty { try violate(.total, "\(unreadable.count) deliveries cannot be read") }
        if let newest = works.map(\.delivery.number).max() { lane.door.claim(upTo: newest) }
        return (step, jobs(works, digests))
    }

    private func jobs(_ works: [DeliveryWork], _ digests: [DigestWork]) -> [SimulatedLane.Job] {
        works.withoutEnds.map { SimulatedLane.Job($0, in: digests) }
    }

    private func rest(_ index: Int, until due: Duration?) async throws {
        guard let lane = program?.lanes[index] else { return }
        // What is held waits for its own time.
        if let due, due > lane.policy.backoff.longest + .seconds(1),
            try await !heldNow(for: lane.name).contains(where: { $0.until != nil })
        {
            try violate(.clocks, "\(lane.name) rests for \(due)")
        }
        var limit = due.map { min(max($0, .milliseconds(1)), .seconds(3_600)) }
        if !lane.ends.isEmpty {
            let left = Self.recordEvery - (now - lane.endsSince)
            if lane.policy.deduplicates, left > 0 {
                limit = min(limit ?? .microseconds(left), .microseconds(left))
            } else {
                try await record(index)
            }
        }
        guard let limit else { return }
        let at = now + limit.microseconds
        guard lane.lookAt.map({ $0 > at || $0 <= now }) ?? true else { return }
        program?.lanes[index].lookAt = at
        agenda.add(.look(lane: index, life: life), at: at)
    }

    private func followWall(_ index: Int) async throws {
        guard let lane = program?.lanes[index] else { return }
        let wall = wall
        guard let step = lane.time.step(wall: wall, running: running) else { return }
        try await record(index)
        try await commit("clock") { try await $0.moveDueTimes(lane.name, by: step, now: wall) }
        program?.lanes[index].time.take(step: step)
        program?.lanes[index].machine.clockMoved(by: step)
    }

    private func record(_ index: Int) async throws {
        guard let lane = program?.lanes[index], !lane.ends.isEmpty else { return }
        try await commit("outcome") { _ = try await $0.turn(finish: lane.ends, begin: [], now: self.wall) }
        program?.lanes[index].ends = []
    }

    /// One commit of a lane; the program may be killed before or after it.
    func commit<Value: Sendable>(_ name: String, _ body: (Store) async throws -> Value) async throws -> Value {
        guard let store = program?.store else { throw Crash() }
        try before(name)
        let value = try await body(store)
        try await after(name)
        return value
    }

    // MARK: Sending

    private func send(_ jobs: [SimulatedLane.Job], _ index: Int) async throws {
        guard let lane = program?.lanes[index] else { return }
        let jobs = jobs.prefix(lane.gate?.room(at: running) ?? jobs.count)
        let starts = jobs.map(\.start)
        let begun = try await commit("mark") { try await $0.turn(finish: lane.ends, begin: starts, now: self.wall) }
        program?.lanes[index].ends = []
        let marked = jobs.filter { begun.contains($0.lead.number) }
        try auditMarks(marked, lane)
        try await carryOut(marked, index)
    }

    /// Other settings, as a reload brings them.
    private func beginAnew(_ index: Int) async throws {
        guard let lane = program?.lanes[index] else { return }
        let isWaiting = try await commit("lane.begin") {
            try await $0.beginLane(lane.name, finish: lane.ends, now: self.wall)
        }
        program?.lanes[index].ends = []
        program?.lanes[index].machine =
            isWaiting ? LaneMachine(lane.policy, after: lane.machine, now: wall) : LaneMachine(lane.policy)
        program?.lanes[index].time = SteadyTime(wall: wall, running: running)
        program?.lanes[index].beginsAnew = false
    }

    private func isAway(_ lane: SimulatedLane) -> Bool { lane.name == "desk" && now < awayUntil }

    private func carryOut(_ jobs: [SimulatedLane.Job], _ index: Int) async throws {
        program?.lanes[index].jobs = jobs
        program?.lanes[index].batchBegan = now
        try await sendNext(index)
    }

    private func sendNext(_ index: Int) async throws {
        guard let lane = program?.lanes[index], let job = lane.jobs.first else { return }
        guard !lane.beginsAnew, lane.gate?.take(at: running) ?? true else { return try await stopBatch(index) }
        try auditRate(index)
        program?.lanes[index].jobs.removeFirst()
        program?.lanes[index].current = job
        try await checkAttempt(job, index)
        sinks[index].inFlight += 1
        tally.attempts += 1
        let fault = sinks[index].nextFault(at: now)
        try await auditLiving(job, lane)
        let isGone = job.message != nil && fault == nil && dice.chance(5)
        let isLost = lane.name == "desk" && fault == nil && dice.chance(5)
        let message = Agenda.Delivered(
            alerts: job.alerts, isMarkedRepeat: job.isMarkedRepeat, isEdit: job.message != nil, life: life,
            fault: fault)
        let there = now + latency(100_000)
        var isSlow = false
        switch fault?.fault {
        case nil where isGone:
            memory.telling.goneAt[memory.telling.notes[job.lead.number]?.living ?? ""] = job.lead.number
        case nil:
            agenda.add(.arrival(lane: index, message), at: there)
            if isLost { sinks[index].noteAmbiguity(job.alerts.count) }
        case .answerLost:
            agenda.add(.arrival(lane: index, message), at: there)
            isSlow = true
            sinks[index].noteAmbiguity(job.alerts.count)
        case .requestLost:
            isSlow = true
            sinks[index].noteAmbiguity(job.alerts.count)
        case .unreachable, .rateLimited, .refused, .dead, .downForAWhile: break
        }
        let back = isSlow ? now + 10_000_000 : there + latency(50_000)
        let verdict = isGone ? .messageGone("404") : isLost ? .lost("it went away") : Self.verdict(fault)
        agenda.add(.verdict(lane: index, verdict, life: life), at: back)
    }

    private static func verdict(_ fault: (fault: SinkModel.Fault, seconds: Int)?) -> Verdict {
        switch fault?.fault {
        case nil: .delivered("")
        case .answerLost, .requestLost: .inDoubt(.timedOut, "no answer")
        case .unreachable, .downForAWhile: .retry(.unreachable, "refused")
        case .rateLimited: .retry(.rateLimited, after: .seconds(fault?.seconds ?? 1), "429")
        case .refused: .refused(.rejected, "400")
        case .dead: .endpointDead(.gone, "410")
        }
    }

    func arrive(_ index: Int, _ message: Agenda.Delivered) {
        trace.note(now, "\(sinks[index].name) shows \(message.alerts.count)")
        tally.countRepeats(message.alerts, sinks[index], memory.inFlightAtCrash[index])
        sinks[index].take(message.alerts, isMarkedRepeat: message.isMarkedRepeat, isEdit: message.isEdit, at: now)
    }

    /// What is too much for the target's rate waits, and what other settings are to send: its marks are taken back.
    private func stopBatch(_ index: Int) async throws {
        for job in program?.lanes[index].jobs ?? [] { program?.lanes[index].ends.append(job.unsent) }
        program?.lanes[index].jobs = []
        program?.lanes[index].door.shut()
        try await record(index)
        agenda.add(.look(lane: index, life: life), at: now)
    }

    func settle(_ index: Int, _ verdict: Verdict) async throws {
        guard let lane = program?.lanes[index], let job = lane.current else { return }
        program?.lanes[index].current = nil
        sinks[index].inFlight -= 1
        let moment = lane.time.now(running: running)
        let jitter = Double.random(in: 0...1, using: &dice)
        var machine = lane.machine
        let settlement = machine.settle(verdict, of: job.attempt, now: moment, jitter: jitter)
        program?.lanes[index].machine = machine
        if lane.ends.isEmpty { program?.lanes[index].endsSince = now }
        var end = settlement.end
        if lane.edits, job.keepsMessage, verdict.kind == .delivered { end.message = job.message ?? "m\(now)" }
        program?.lanes[index].ends.append(end)
        do {
            try await conclude(index, job, settlement, moment)
        } catch let error as StoreError {
            program?.lanes[index].isStoreFailing = true
            if error.isFatal { throw Crash(isExit: true) }
            agenda.add(.look(lane: index, life: life), at: now + 1_000_000)
        }
    }

    private func conclude(
        _ index: Int, _ job: SimulatedLane.Job, _ settlement: LaneSettlement, _ moment: Timestamp
    ) async throws {
        guard let lane = program?.lanes[index] else { return }
        if settlement.targetIsBack {
            let isProven = settlement.end.outcome == .delivered
            _ = try? await commit("wake") { try await $0.wake(lane.name, isProven: isProven, now: moment) }
            program?.lanes[index].machine.resume(isProven: isProven, at: moment)
        }
        if job.digest != nil || now - lane.endsSince > Self.recordEvery { try await record(index) }
        if settlement.goesOn, !lane.jobs.isEmpty { return try await sendNext(index) }
        for job in lane.jobs { program?.lanes[index].ends.append(job.unsent) }
        program?.lanes[index].jobs = []
        if settlement.goesOn {
            program?.lanes[index].machine.batchEnded(took: .microseconds(now - lane.batchBegan))
        } else {
            program?.lanes[index].door.shut()
            try await record(index)
        }
        agenda.add(.look(lane: index, life: life), at: now)
    }
}
