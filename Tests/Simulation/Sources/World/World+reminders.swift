import SQLite
import Store
import Values

@testable import Relay

/// What the actor `Reminders` does: sleeps until something is to follow, and has it carried out.
extension World {
    /// What it keeps between two turns.
    struct SimulatedReminders: Sendable {
        var time: SteadyTime
        var lookAt: Int?
    }

    func startReminders() async throws {
        guard household.number > 0 else { return }
        let wall = wall
        try await commit("reminders.begin") { store in
            try await store.write("followUp.shorten") { try $0.shortenFollowUps(at: wall) }
        }
        try await recallTelling()
        program?.reminders = SimulatedReminders(time: SteadyTime(wall: wall, running: .microseconds(now)))
        agenda.add(.reminders(life: life), at: now)
    }

    func lookAtReminders() async throws {
        guard let reminders = program?.reminders else { return }
        if reminders.lookAt == now { program?.reminders?.lookAt = nil }
        do {
            try await turnReminders()
        } catch let error as StoreError {
            trace.note(now, "reminders: store \(error.kind.rawValue)")
            if error.isFatal { throw Crash(isExit: true) }
            agenda.add(.reminders(life: life), at: now + 1_000_000)
        }
    }

    private func turnReminders() async throws {
        try await followWallOfReminders()
        guard let store = program?.store, let time = program?.reminders?.time else { return }
        let (moment, rules) = (time.now(running: .microseconds(now)), household.ruleSet)
        let next = try await store.read("followUp.next") { try $0.nextFollowUp() }
        if let next, next <= moment {
            let count = try await commit("follow-up") { store in
                try await store.writeAlerts("followUp.carryOut") { transaction in
                    let count = try transaction.carryOutFollowUps(at: moment, counts: Sightings.everybody) {
                        row, subject in
                        rules.leave(to: row.target, stored: row.style, subject, at: moment)
                    }
                    return (count, [])
                }
            }
            trace.note(now, "\(count) follow-ups")
            return ringLanes()
        }
        guard let next else { return }
        let at = now + min(max(next.duration(since: moment).microseconds, 1_000), 3_600_000_000)
        guard program?.reminders?.lookAt.map({ $0 > at || $0 <= now }) ?? true else { return }
        program?.reminders?.lookAt = at
        agenda.add(.reminders(life: life), at: at)
    }

    private func followWallOfReminders() async throws {
        guard let time = program?.reminders?.time, let step = time.step(wall: wall, running: .microseconds(now)) else {
            return
        }
        let wall = wall
        try await commit("reminders.clock") { store in
            try await store.write("followUp.move") { try $0.moveFollowUps(by: step, now: wall) }
        }
        program?.reminders?.time.take(step: step)
    }
}
