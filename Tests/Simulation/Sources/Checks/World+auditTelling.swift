import AllowanceAPI
import SQLite
import Store
import SyncEngine
import Values

@testable import Relay

/// Who is told what, and when: what each commit causes is judged by the simulation's own words for it, and each attempt by that.
extension World {
    private func fault(_ invariant: Invariant, _ detail: String) {
        memory.violation = memory.violation ?? Violation(invariant: invariant, detail: detail)
    }

    /// Looks at what a commit has caused.
    func auditBirths() async {
        guard household.number > 0, let store = program?.store else { return }
        let (newest, newestAlert) = (memory.telling.newest, memory.telling.newestAlert)
        guard
            let (alerts, notes, marked) = try? await store.read(
                "births",
                { snapshot in
                    (
                        try snapshot.all(AlertNote.since, newestAlert), try snapshot.all(TellingNote.since, newest),
                        try snapshot.all(MarkedDelivery.all)
                    )
                }), !alerts.isEmpty || !notes.isEmpty
        else { return }
        memory.telling.newestAlert = alerts.last?.row ?? newestAlert
        memory.telling.newest = notes.last?.number ?? newest
        for note in notes { judge(note, marked) }
        for alert in alerts {
            if alert.event == .transaction, !alert.isReminder { judgeTellers(of: alert, notes) }
            if alert.closes, let thread = alert.thread { end(thread, by: alert.row, marked) }
        }
    }

    /// I02 where rules say who is told.
    private func judgeTellers(of alert: AlertNote, _ notes: [TellingNote]) {
        guard let amount = alert.amount, let child = server.children.first(where: { $0.rowID.rawValue == alert.child })
        else { return }
        let expected = household.tellers(of: child.firstName, amount)
        let told = notes.filter { $0.alert == alert.key }.map { ($0.target, $0.rule ?? "") }
        guard Dictionary(told, uniquingKeysWith: { first, _ in first }) == expected, told.count == expected.count else {
            return fault(.deliveries, "\(alert.key.rawValue) goes to \(told), not to \(expected)")
        }
    }

    private func end(_ thread: String, by row: Int, _ marked: [MarkedDelivery]) {
        memory.telling.ends[thread] = row
        for (number, note) in memory.telling.notes where !note.closes {
            let begun = note.root.flatMap { memory.telling.originals(of: $0).first } ?? note
            guard begun.thread == thread, begun.alertRow < row else { continue }
            memory.telling.notes[number]?.isEnded = true
            if marked.contains(note) { memory.telling.notes[number]?.wasUnderWay = true }
        }
    }

    // MARK: What is caused

    private func judge(_ born: TellingNote, _ marked: [MarkedDelivery]) {
        var note = born
        let original = note.root.flatMap { root in memory.telling.originals(of: root).first { $0.rule == note.rule } }
        note.isUrgent =
            original?.isUrgent ?? household.isUrgent(note.event, by: note.rule, isOver: note.isOver)
        if note.root == nil { note.timing = household.rule(note.rule)?.timing ?? RuleTiming() }
        memory.telling.notes[note.number] = note
        tally.note(note.root == nil ? "told" : "told \(note.kind?.rawValue ?? "")")
        judgeReader(note)
        if note.root != nil { judgeReminder(note) }
        // A clock that jumps by years brings back what is remembered as told.
        guard note.state != .delivered else { return }
        // What changes a message disturbs nobody.
        let changes =
            note.closes
            && (note.target == "board"
                || marked.contains { one in
                    one.target == note.target
                        && memory.telling.notes.values.contains { $0.alert == one.alert && $0.thread == note.thread }
                })
        judgeMoment(note, changes: changes)
    }

    /// A child hears of itself, and of nothing that is for parents.
    private func judgeReader(_ note: TellingNote) {
        guard note.target == Household.kid else { return }
        let own = server.children.first { $0.firstName == Household.child }?.rowID.rawValue
        let forParents: Set<AlertRow.Event> = [.choreWaiting, .allowanceMissing, .giftWaiting]
        guard note.child == own, !forParents.contains(note.event) else {
            return fault(.readers, "\(note.target) is told \(note.alert.rawValue)")
        }
    }

    private func judgeMoment(_ note: TellingNote, changes: Bool) {
        let hold = note.isUrgent ? nil : household.quietEnd(note.target, at: note.createdAt)
        let silence = memory.telling.silence(about: note, told: hold ?? note.createdAt, at: note.createdAt)
        guard note.isMeant else { return judgeSkip(note, isSilent: silence != nil) }
        if changes { return }
        if silence != nil { return fault(.silences, "\(note.target) is told \(note.alert.rawValue) all the same") }
        if note.timing.unless.contains(Household.trouble), note.child != nil, scenario.accounts == 1,
            memory.telling.troubles.contains(Self.accounts[0])
        {
            return fault(.inhibition, "\(note.target) is told \(note.alert.rawValue) while the connection is lost")
        }
        switch (hold, note.heldUntil) {
        case (let hold?, let until):
            // A living message takes it up.
            if until == nil, note.living != nil { return }
            guard until == hold, note.span == nil else {
                return fault(
                    .held, "delivery \(note.number) is held until \(until.map { "\($0)" } ?? "now"), not \(hold)")
            }
        case (nil, let until?):
            guard let span = note.span, !note.isUrgent, note.timing.group?.microseconds == span,
                until <= note.createdAt.advanced(by: .microseconds(span))
            else { return fault(.held, "delivery \(note.number) is held until \(until) for no reason") }
            memory.telling.windows[note.window]?.gatheredUntil = until
        case (nil, nil): judgeWindow(note)
        }
    }

    private func judgeSkip(_ note: TellingNote, isSilent: Bool) {
        let isRight =
            switch note.reason {
            case .silenced: isSilent
            case .inhibited: !memory.telling.troubles.isEmpty && note.timing.unless.contains(Household.trouble)
            case .handled: note.closes && note.child == nil
            default: false
            }
        if !isRight {
            fault(.silences, "delivery \(note.number) was never told: \(note.reason?.rawValue ?? "no reason")")
        }
    }

    /// Of what a rule gathers, one message comes at once in a span at most.
    private func judgeWindow(_ note: TellingNote) {
        guard let span = note.timing.group?.microseconds, !note.isUrgent, note.living == nil, note.root == nil else {
            return
        }
        if let last = memory.telling.windows[note.window], last.span == span, memory.telling.clockSteps == 0 {
            // Two logins' clocks are the same; what each has read may be stored a little later.
            let since = note.createdAt.duration(since: last.toldAt).microseconds
            let sinceEnd = last.gatheredUntil.map { note.createdAt.duration(since: $0).microseconds }
            if since < span || sinceEnd.map({ $0 < span }) ?? false {
                fault(.windows, "\(note.window) tells \(note.alert.rawValue) at once, \(since) µs after the last")
            }
        }
        memory.telling.windows[note.window] = .init(span: span, toldAt: note.createdAt)
    }

    // MARK: What nobody has seen

    private func judgeReminder(_ note: TellingNote) {
        guard let root = note.root, let kind = note.kind, let rule = note.rule else { return }
        let chain = TellingMemory.Chain(root: root, kind: kind, rule: rule)
        let told = memory.telling.steps[chain, default: [:]]
        memory.telling.steps[chain, default: [:]][note.step, default: []].insert(note.target)
        if memory.telling.seen.contains(root) { fault(.seen, "\(note.alert.rawValue), though it was seen") }
        if let original = memory.telling.originals(of: root).first, memory.telling.isOver(original) {
            fault(.ended, "\(note.alert.rawValue), though it is over")
        }
        if kind == .again {
            let before = told.filter { $0.value.contains(note.target) }.keys.max() ?? 0
            if note.step != before + 1 || note.step > note.times {
                fault(.steps, "\(note.alert.rawValue) to \(note.target) after step \(before) of \(note.times)")
            }
        } else if let missing = (1..<note.step).first(where: { told[$0] == nil }) {
            fault(.steps, "\(note.alert.rawValue) before step \(missing)")
        }
        judgePause(note, root, kind, rule)
    }

    /// Not sooner than its rule wants it.
    private func judgePause(_ note: TellingNote, _ root: AlertRow.Key, _ kind: Reminder.Kind, _ rule: String) {
        guard memory.telling.clockSteps == 0 else { return }
        let originals = memory.telling.originals(of: root).filter { $0.rule == rule }
        guard let timing = originals.first?.timing else { return }
        let (from, pause): (Timestamp?, Duration?)
        switch kind {
        case .again:
            let before = memory.telling.notes.values.first {
                $0.root == root && $0.kind == .again && $0.rule == rule && $0.target == note.target
                    && $0.step == note.step - 1
            }
            let original = originals.first { $0.target == note.target }
            from = before?.createdAt ?? original.map { $0.heldUntil ?? $0.createdAt }
            pause = timing.again?.every
        case .unseen:
            from = originals.map { $0.heldUntil ?? $0.createdAt }.min()
            let rungs = originals.first.map(ladder(of:)) ?? []
            pause = note.step <= rungs.count ? rungs[note.step - 1].after : nil
        }
        guard let from, let pause else { return }
        if note.createdAt.duration(since: from) < pause - .seconds(2) {
            fault(
                .steps,
                "\(note.alert.rawValue) comes \(note.createdAt.duration(since: from)) after the last, not \(pause)")
        }
    }

    /// A person has seen it, wherever.
    func noteSeen(_ alert: AlertRow.Key) async {
        let root = memory.telling.notes.values.first { $0.alert == alert }?.root ?? alert
        memory.telling.seen.insert(root)
        let marked = await markedNow() ?? []
        for (number, note) in memory.telling.notes where note.root == root && marked.contains(note) {
            memory.telling.notes[number]?.wasUnderWay = true
        }
    }
}

extension TellingNote {
    var window: String { "\(rule ?? "") at \(target)" }
}

extension [MarkedDelivery] {
    fileprivate func contains(_ note: TellingNote) -> Bool {
        contains { $0.alert == note.alert && $0.target == note.target }
    }
}
