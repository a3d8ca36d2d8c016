import SQLite
import Store
import SyncEngine
import Values

@testable import Relay

/// What people do with alerts, and what else they are told of: see ``FamilyDay`` for the numbers.
extension World {
    func meetTelling(_ name: Stimulus.Name, _ numbers: [Int]) async throws {
        guard numbers.count == Self.telling[name], household.number > 0,
            program != nil || name == .away || name == .reload
        else { return }
        do {
            switch name {
            case .see: try await see(sinks[numbers[0] % sinks.count], numbers[1])
            case .silence: try await silence(isTarget: numbers[0] == 1, numbers[1], seconds: numbers[2])
            case .chore: try await chore(child: numbers[0] % 3, numbers[1], phase: numbers[2])
            case .problem: try await trouble(Self.accounts[numbers[0] % 2], isOver: numbers[1] == 1)
            case .reload: try await reload(Household(max(numbers[0], 1)))
            default: leaveDesk(numbers[0])
            }
        } catch let error as StoreError {
            trace.note(now, "\(name.rawValue): store \(error.kind.rawValue)")
            if error.isFatal { throw Crash(isExit: true) }
        }
    }

    /// How many numbers each has.
    private static let telling: [Stimulus.Name: Int] = [
        .see: 2, .silence: 3, .chore: 3, .problem: 2, .reload: 1, .away: 1,
    ]

    private func see(_ sink: SinkModel, _ pick: Int) async throws {
        guard !sink.order.isEmpty else { return }
        let alert = sink.order[sink.order.count - 1 - pick % min(sink.order.count, 12)]
        let count = try await commit("seen") {
            try await Sightings($0).mark([alert], by: sink.name, at: self.wall, counts: Sightings.everybody)
        }
        if count > 0 { await noteSeen(alert) }
        trace.note(now, "\(count) seen at \(sink.name)")
    }

    private func silence(isTarget: Bool, _ index: Int, seconds: Int) async throws {
        guard
            let child = try await program?.store.children().first(where: { $0.id == server.children[index % 3].rowID })
        else { return }
        let (now, name) = (wall, sinks[index % sinks.count].name)
        let until = now.advanced(by: .seconds(seconds))
        let subject: SilenceRow.Subject = isTarget ? .target(name) : .child(child.server, child.id)
        let row = try await commit("silence") { store in
            try await store.write("silence") { try $0.silence(subject, until: until, at: now) }
        }
        guard row != nil else { return }
        let own = TellingMemory.Silence(
            subject: isTarget ? name : child.id.rawValue, isTarget: isTarget, until: until, createdAt: now)
        memory.telling.silences.removeAll {
            $0.until <= now || $0.subject == own.subject && $0.isTarget == own.isTarget
        }
        memory.telling.silences.append(own)
    }

    private func chore(child index: Int, _ id: Int, phase: Int) async throws {
        guard let child = try await program?.store.children().first(where: { $0.id == server.children[index].rowID })
        else { return }
        let events: [AlertRow.Event] = [.choreWaiting, .choreApproved, .choreRejected]
        let news = RecordNews(
            event: events[phase % 3], identity: "chore-\(id)|\(phase)",
            matter: .init("chore", "chore-\(id)"), details: "{}")
        var change = FactChange(kind: .record(news), child: child, origin: Self.origin, isLate: false, at: wall)
        change.accounts = Array(Self.accounts.prefix(scenario.accounts))
        let (plan, told) = (planner()(change), change)
        try await commit("chore") { store in
            try await store.writeAlerts("chore") { transaction in
                var born: [BornDelivery] = []
                for alert in plan { born += try transaction.insert(alert, for: told) ?? [] }
                return ((), born)
            }
        }
        ringLanes()
    }

    private func trouble(_ login: String, isOver: Bool) async throws {
        let now = wall
        let notice = AlertRow.Notice(subject: login, sentence: "It is gone.", since: now, isOver: isOver)
        let deliveries = admit(
            household.ruleSet.deliveries(of: Household.trouble, besides: nil, isOver: isOver, at: now))
        // Before the commit, by which births are judged; what becomes of it in a crash the next start reads.
        let before = memory.telling.troubles
        if isOver { memory.telling.troubles.remove(login) } else { memory.telling.troubles.insert(login) }
        do {
            try await commit("problem") { store in
                try await store.writeAlerts("problem") { transaction in
                    ((), try transaction.tell(notice, as: Household.trouble, to: deliveries, at: now) ?? [])
                }
            }
        } catch let error as StoreError {
            memory.telling.troubles = before
            throw error
        }
        ringLanes()
    }

    /// Other rules from now on, and each lane begins anew.
    private func reload(_ new: Household) async throws {
        household = new
        rules.value = new.ruleSet
        guard program != nil else { return }
        for index in program?.lanes.indices ?? 0..<0 {
            program?.lanes[index].door.shut()
            program?.lanes[index].beginsAnew = true
        }
        ringLanes()
    }

    private func leaveDesk(_ seconds: Int) {
        awayUntil = max(awayUntil, now + seconds * 1_000_000)
        program?.lanes.last?.door.shut()
        agenda.add(.deskIsBack, at: awayUntil)
    }

    // MARK: The way into lanes

    /// With the doors of the lanes that there are.
    func admit(_ deliveries: [PlannedDelivery]) -> [PlannedDelivery] {
        let lanes = Dictionary(uniqueKeysWithValues: (program?.lanes ?? []).map { ($0.name, ($0.door, $0.edits)) })
        return Self.admit(deliveries, into: lanes)
    }
}
