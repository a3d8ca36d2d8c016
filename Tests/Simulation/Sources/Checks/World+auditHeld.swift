import AllowanceAPI
import SQLite
import Store
import SyncEngine
import Values

@testable import Relay

/// What is held, and what is sent at last.
extension World {
    private enum HeldQueries {
        static let strays = Query<Int>(
            "simulation.strays",
            "SELECT count(*) FROM held h LEFT JOIN delivery d ON d.number = h.delivery WHERE d.number IS NULL OR d.target <> h.target"
        )
        static let recount = Query<Recount>(
            "simulation.recount",
            """
            SELECT d.target, d.state, count(*), count(h.delivery) FROM delivery d LEFT JOIN held h ON h.delivery = d.number
            GROUP BY d.target, d.state
            """)
        static let seen = Query<AlertRow.Key>("simulation.seen", "SELECT alert FROM seen")
        static let followUps = Query<Int>("simulation.followUps", "SELECT count(*) FROM follow_up")
        static let shown = Query<Int, String, String, DeliveryRow.Number, DeliveryRow.Number>(
            "simulation.livingShown",
            """
            SELECT count(*) FROM delivery
            WHERE living = ?1 AND target = ?2 AND state = 'delivered' AND number > ?3 AND number <> ?4 AND digest IS NULL
            """)
    }

    struct Recount: RowDecodable, Sendable {
        let target: String
        let state: DeliveryRow.State
        let count: Int
        let held: Int

        init(row: borrowing Row) throws {
            (target, state) = (try row.value(0), try row.value(1))
            (count, held) = (try row.value(2), try row.value(3))
        }
    }

    /// What was held is held until it is let go, and the books have it.
    func auditHeld(_ store: Store, _ books: DeliveryAccounting) async throws {
        guard household.number > 0 else { return }
        let (lines, strays, recounts) = try await store.read("held") { snapshot in
            (
                try snapshot.all(HeldLine.waiting), try snapshot.first(HeldQueries.strays) ?? 0,
                try snapshot.all(HeldQueries.recount)
            )
        }
        if strays > 0 { try violate(.held, "\(strays) are held of which there is no delivery") }
        for line in recounts {
            let counted = books.targets.first { $0.name == line.target }?.count(line.state) ?? 0
            if counted != line.count {
                try violate(
                    .accounting, "\(line.target) has \(line.count) \(line.state.rawValue), the books \(counted)")
            }
        }
        for line in lines {
            guard let note = memory.telling.notes[line.number], note.heldUntil != nil, !note.isReleased else {
                continue
            }
            if line.until == nil, line.state == .queued {
                try violate(.held, "delivery \(line.number) is no longer held, and its time has not come")
            }
            if line.until != nil, line.attempts > 0 {
                try violate(.held, "delivery \(line.number) was sent while it was held")
            }
        }
    }

    /// How many things are still to follow.
    func followUpsLeft() async throws -> Int {
        guard let store = program?.store else { return 0 }
        return try await store.read("followUps") { try $0.first(HeldQueries.followUps) ?? 0 }
    }

    func heldNow(for target: String) async throws -> [HeldLine] {
        guard household.number > 0, let store = program?.store else { return [] }
        return try await store.read("held") { try $0.all(HeldLine.waiting) }.filter { $0.target == target }
    }

    /// Exactly what was due is let go: told in one message where the target takes such, and skipped where somebody wants silence by now.
    func auditRelease(afterCrash: Bool = false) async throws {
        guard household.number > 0, let (lane, before, moment) = memory.telling.releasing else { return }
        memory.telling.releasing = nil
        if !afterCrash, moment.duration(since: wall).magnitude > .seconds(2) {
            try violate(.held, "the lane's clock is \(moment)")
        }
        guard let lines = try await program?.store.read("released", { try $0.all(HeldLine.all) }) else { return }
        let after = Dictionary(uniqueKeysWithValues: lines.map { ($0.number, $0) })
        var waiting: [HeldLine] = []
        for line in before {
            guard let until = line.until, let now = after[line.number] else { continue }
            guard now.until == nil else {
                if !afterCrash, until <= moment, before.count(where: { $0.until != nil }) <= DigestRow.bound {
                    try violate(.held, "delivery \(line.number) is still held after \(until)")
                }
                continue
            }
            if until > moment { try violate(.held, "delivery \(line.number) is let go before \(until)") }
            memory.telling.notes[line.number]?.isReleased = true
            guard let note = memory.telling.notes[line.number], line.state == .queued else { continue }
            let isSilent = memory.telling.silence(about: note, told: moment, at: moment) != nil
            if isSilent != (now.state == .skipped && now.reason == .silenced) {
                try violate(
                    .silences, "delivery \(line.number) is let go as \(now.state.rawValue), silence: \(isSilent)")
            }
            if now.state == .queued { waiting.append(now) }
        }
        tally.released += waiting.count
        guard waiting.count > 1, lane.policy.digest.threshold != nil else { return }
        let digests = Set(waiting.map(\.digest))
        guard digests.count == 1, let digest = digests.first ?? nil,
            after.values.count(where: { $0.digest == digest }) == waiting.count
        else { return try violate(.windows, "\(waiting.count) that were held are not told together") }
        tally.toldTogether += 1
    }

    /// A start: what the last life was about to write is on the disk, or not.
    func recallTelling() async throws {
        guard let store = program?.store else { return }
        let now = wall
        let (told, silences, seen) = try await store.read("recall") { snapshot in
            (try snapshot.toldProblems(), try snapshot.silences(at: now), try snapshot.all(HeldQueries.seen))
        }
        memory.telling.troubles = Set(told.map(\.subject))
        for alert in seen {
            memory.telling.seen.insert(memory.telling.notes.values.first { $0.alert == alert }?.root ?? alert)
        }
        for row in silences where !memory.telling.silences.contains(where: { $0.createdAt == row.createdAt }) {
            let own: (String, Bool) =
                switch row.subject {
                case .child(_, let child): (child.rawValue, false)
                case .target(let name): (name, true)
                }
            memory.telling.silences.append(
                .init(subject: own.0, isTarget: own.1, until: row.until, createdAt: row.createdAt))
        }
        await auditBirths()
        try await auditRelease(afterCrash: true)
    }

    // MARK: Attempts

    /// What is marked may be told, as far as anybody knows by now.
    func auditMarks(_ jobs: [SimulatedLane.Job], _ lane: SimulatedLane) throws {
        for job in jobs {
            for member in job.members {
                guard let note = memory.telling.notes[member.number] else { continue }
                if note.heldUntil != nil, !note.isReleased {
                    try violate(.held, "delivery \(note.number) is sent before its time")
                }
                guard !note.wasUnderWay else { continue }
                // A digest that was tried is told whole.
                if let root = note.root, memory.telling.seen.contains(root), member.state == .queued,
                    job.digest == nil || member.attempts == 0
                {
                    try violate(.seen, "\(note.alert.rawValue) is told, though it was seen")
                }
                if note.isEnded, job.digest == nil || member.attempts == 0 {
                    try violate(.ended, "\(note.target) is told \(note.alert.rawValue), though it is over")
                }
            }
        }
    }

    /// Of what is sent now with what was sent before.
    func auditRate(_ index: Int) throws {
        guard let lane = program?.lanes[index], lane.gate != nil else { return }
        let limit = SimulatedLane.slowly
        let recent = lane.sentAt.filter { now - $0 < limit.period.microseconds } + [now]
        program?.lanes[index].sentAt = recent
        if recent.count > limit.count { try violate(.rates, "\(recent.count) to \(lane.name) in \(limit.period)") }
    }

    /// A child has one message at a target that can change it.
    func auditLiving(_ job: SimulatedLane.Job, _ lane: SimulatedLane) async throws {
        guard lane.edits, job.message == nil, job.digest == nil, memory.telling.clockSteps == 0,
            let note = memory.telling.notes[job.lead.number], let living = note.living, let store = program?.store,
            now < 20 * 3_600_000_000
        else { return }
        let gone = memory.telling.goneAt[living] ?? DeliveryRow.Number(rawValue: 0)
        let count = try await store.read("living") {
            try $0.first(HeldQueries.shown, living, note.target, gone, note.number) ?? 0
        }
        if count > 0 { try violate(.living, "\(living) has a message, and delivery \(note.number) makes another one") }
    }

    // MARK: The end

    /// Whatever nobody has seen was told as often as its rule wants.
    func auditChains(_ lines: [DeliveryLine]) throws {
        guard household.number > 0, !memory.telling.mayForget else { return }
        let states = Dictionary(lines.map { ("\($0.alert.rawValue) at \($0.target)", $0) }) { first, _ in first }
        for note in memory.telling.notes.values where note.root == nil && note.isMeant && !note.closes {
            guard let rule = note.rule, !memory.telling.seen.contains(note.alert), !memory.telling.isOver(note) else {
                continue
            }
            if let again = note.timing.again {
                let steps = memory.telling.steps[.init(root: note.alert, kind: .again, rule: rule), default: [:]]
                let told = steps.filter { $0.value.contains(note.target) }.count
                let last = told == 0 ? note.alert.rawValue : "again|\(rule)|\(told)|\(note.alert.rawValue)"
                let line = states["\(last) at \(note.target)"]
                let mayGoOn = line.map { $0.state == .delivered || $0.reason == .notRepeated } ?? false
                if told < again.times, mayGoOn {
                    try violate(
                        .steps, "\(note.target) was reminded of \(note.alert.rawValue) \(told) of \(again.times) times")
                }
            }
            let steps = memory.telling.steps[.init(root: note.alert, kind: .unseen, rule: rule), default: [:]]
            if steps.count < ladder(of: note).count {
                try violate(
                    .steps,
                    "of \(ladder(of: note).count) who may be told \(note.alert.rawValue) next, \(steps.count) were")
            }
        }
    }

    /// Those of its rule's that have anybody who may know.
    func ladder(of note: TellingNote) -> [DeliveryTiming.Rung] {
        let own = server.children.first { $0.firstName == Household.child }?.rowID.rawValue
        let mayKidKnow = note.child == own && note.event != .choreWaiting
        return note.timing.ladder.filter { rung in rung.targets.contains { $0 != Household.kid || mayKidKnow } }
    }
}

extension Duration {
    fileprivate var magnitude: Duration { self < .zero ? .zero - self : self }
}
