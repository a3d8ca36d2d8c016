import SQLite
import Testing
import Values

@testable import Store

@Suite("What is told at set times", .timeLimit(.minutes(4)))
struct OccasionTests {
    private struct Refusal: Error {}

    private func alert(_ key: String, event: AlertRow.Event = .summary, to targets: [String] = ["chat"]) -> PlannedAlert
    {
        var alert = PlannedAlert(
            key: .init(rawValue: key), event: event, rule: "week",
            deliveries: targets.map { PlannedDelivery(target: $0, rule: "week") })
        alert.details = "{}"
        return alert
    }

    @Test("the alert and how far its schedule has come are one commit, and one key is one alert")
    func atomic() async throws {
        let outbox = try await OutboxFixture()
        let row = ScheduleRow(name: "summary|week", spec: "7 1080", reckonedAt: OutboxFixture.now)
        let planned = alert("summary|week|2026-11-29")
        await #expect(throws: StoreError.self) {
            try await outbox.store.write { transaction in
                _ = try transaction.insert(planned, dueAt: OutboxFixture.now, isLate: false, at: OutboxFixture.now)
                try transaction.reckon(row)
                throw Refusal()
            }
        }
        #expect(try await outbox.store.read { try $0.schedules() }.isEmpty)
        #expect(try await outbox.store.accounting().alerts == 0)
        for isFirst in [true, false] {
            let born = try await outbox.store.write { transaction in
                try transaction.reckon(row)
                return try transaction.insert(
                    planned, dueAt: OutboxFixture.now, isLate: true, at: OutboxFixture.later(60)) != nil
            }
            #expect(born == isFirst)
        }
        #expect(try await outbox.store.read { try $0.schedules() } == [row])
        let work = try #require(try await outbox.store.history(of: .init(rawValue: 1))?.delivery.work)
        #expect(work.alert.notice?.since == OutboxFixture.now && work.alert.notice?.sentence == "")
        #expect(work.alert.isLate && work.alert.rule == "week" && work.alert.details == "{}" && work.child == nil)
        #expect(try await outbox.store.accounting().isBalanced)
        await outbox.store.close()
    }

    @Test(
        "what was missed is written down as skipped, unless it was told; and what is missed keeps nothing from being told"
    )
    func missed() async throws {
        let outbox = try await OutboxFixture()
        let (first, second) = (alert("summary|week|1"), alert("summary|week|2"))
        try await outbox.store.write { transaction in
            let now = OutboxFixture.now
            _ = try transaction.insert(first, dueAt: now, isLate: false, at: now)
            for planned in [first, second, second] {
                try transaction.record(missed: planned, dueAt: now, why: "nobody watched", at: now)
            }
            _ = try transaction.insert(second, dueAt: now, isLate: false, at: now)
        }
        let works = try await outbox.store.deliveries(matching: DeliveryFilter(limit: 9)).compactMap(\.work)
        #expect(
            works.map { "\($0.alert.key.rawValue) \($0.delivery.state.rawValue)" }.sorted() == [
                "summary|week|1 queued", "summary|week|2 queued", "summary|week|2|missed skipped",
            ])
        #expect(works.first { $0.delivery.state == .skipped }?.delivery.reason == .missed)
        #expect(try await outbox.store.accounting().isBalanced)
        await outbox.store.close()
    }

    @Test("of each target the last drill counts, and when it took one last")
    func drills() async throws {
        let outbox = try await OutboxFixture()
        for (number, age) in [(1, 0), (2, 60)] as [(Int, Int)] {
            let planned = alert("drill|\(number)", event: .drill, to: ["chat", "phone"])
            let now = OutboxFixture.later(Int64(age))
            try await outbox.store.write { transaction in
                _ = try transaction.insert(planned, dueAt: now, isLate: false, at: now)
            }
        }
        _ = try await outbox.begin(1)
        try await outbox.finish(1, .delivered)
        let standings = try await outbox.store.read { try $0.drills() }.sorted { $0.last.target < $1.last.target }
        #expect(standings.map(\.last.target) == ["chat", "phone"])
        #expect(standings.map(\.last.alert.rawValue) == ["drill|2", "drill|2"])
        #expect(standings[0].provenAt != nil && standings[1].provenAt == nil)
        #expect(
            try await outbox.store.read { try $0.drill(.init(rawValue: "drill|1")) }.map(\.isOver) == [true, false])
        await outbox.store.close()
    }

    @Test("a target that wants silence gets neither; who was told that it is silent hears when it takes something")
    func silence() async throws {
        let outbox = try await OutboxFixture()
        let planned = alert("drill|1", event: .drill)
        let notice = AlertRow.Notice(subject: "chat", sentence: "silent", since: OutboxFixture.now, isOver: false)
        try await outbox.store.write { transaction in
            let now = OutboxFixture.now
            _ = try transaction.tell(notice, as: .targetSilent, to: [], at: now)
            _ = try transaction.silence(.target("chat"), until: OutboxFixture.later(600), at: now)
            _ = try transaction.insert(planned, dueAt: now, isLate: false, at: now)
        }
        #expect(try await outbox.delivery(1).state == .skipped)
        #expect(try await outbox.store.read { try $0.toldProblems() }.map(\.isProven) == [false])
        try await outbox.store.write { try $0.note(.took, of: "chat", now: OutboxFixture.later(1)) }
        #expect(try await outbox.store.read { try $0.toldProblems() }.map(\.isProven) == [true])
        await outbox.store.close()
    }
}
