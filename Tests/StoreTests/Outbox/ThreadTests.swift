import Store
import Testing
import Values

@Suite("What alerts share, say and come to", .timeLimit(.minutes(4)))
struct ThreadTests {
    private func alert(_ number: Int64, in outbox: OutboxFixture) async throws -> AlertRow {
        try #require(try await outbox.store.history(of: .init(rawValue: number))?.delivery.work).alert
    }

    @Test("thread and details are stored as the rules planned them; an alert without them stands alone")
    func planned() async throws {
        let outbox = try await OutboxFixture()
        let child = outbox.child
        try await outbox.alert(1, to: ["chat"])
        try await outbox.store.write { transaction in
            let row = TransactionRow.sample(2, of: child)
            _ = try transaction.insert(row)
            var planned = PlannedAlert(
                key: .init(rawValue: "chore|1|approved"), event: .transaction,
                deliveries: [PlannedDelivery(target: "chat")])
            (planned.thread, planned.closesThread, planned.details) = ("chore|1", true, #"{"name":"dishes"}"#)
            let change = FactChange(
                kind: .transactionAdded(row), child: child, origin: "https://family.example", isLate: false,
                at: OutboxFixture.now)
            _ = try transaction.insert(planned, for: change)
        }
        let (alone, member) = (try await alert(1, in: outbox), try await alert(2, in: outbox))
        #expect(alone.thread == nil && !alone.closesThread && alone.details == nil)
        #expect(member.thread == "chore|1" && member.closesThread && member.details == #"{"name":"dishes"}"#)
        await outbox.store.close()
    }

    @Test("a problem and its end are one thread, which the end closes")
    func problem() async throws {
        let outbox = try await OutboxFixture()
        for isOver in [false, true] {
            let notice = AlertRow.Notice(
                subject: "mum", sentence: "mum must sign in", since: OutboxFixture.now, isOver: isOver)
            try await outbox.store.write { transaction in
                _ = try transaction.tell(
                    notice, as: .signInNeeded, to: [PlannedDelivery(target: "chat")],
                    at: OutboxFixture.later(isOver ? 60 : 0))
            }
        }
        let (start, end) = (try await alert(1, in: outbox), try await alert(2, in: outbox))
        #expect(start.thread == "problem|sign-in-needed|mum" && end.thread == start.thread)
        #expect(!start.closesThread && end.closesThread)
        await outbox.store.close()
    }

    @Test("what was seen is kept for each place, the first look before others; what there is no alert of is never seen")
    func seen() async throws {
        let outbox = try await OutboxFixture()
        try await outbox.alert(1, to: ["chat"])
        let key = try await alert(1, in: outbox).key
        #expect(try await outbox.store.read { try $0.sightings(of: key).first } == nil)
        let another = AlertRow.Key(rawValue: "another")
        let sightings = Sightings(outbox.store)
        let marked = try await sightings.mark(
            [key, another, key], by: "desktop", at: OutboxFixture.now, counts: Sightings.everybody)
        #expect(marked == 1)
        for count in [1, 0] {
            let again = try await sightings.mark(
                [key], by: "phone", at: OutboxFixture.later(5), counts: Sightings.everybody)
            #expect(again == count)
        }
        let row = try #require(try await outbox.store.read { try $0.sightings(of: key).first })
        #expect(row.alert == key && row.by == "desktop" && row.at == OutboxFixture.now)
        #expect(try await outbox.store.read { try $0.sightings(of: key).map(\.by) } == ["desktop", "phone"])
        await outbox.store.close()
    }

    @Test("what a store of before has seen stays seen")
    func upgrade() async throws {
        let folder = try TestStore()
        try OldStore.make(folder.file, before: "sightings")
        try RawDatabase(folder.file).execute(
            """
            INSERT INTO alert (key, event, late, created_at, subject, sentence, since)
              VALUES ('a', 'disk-full', 0, 5, 'disk', 'It is full.', 4);
            INSERT INTO seen (alert, at, by) VALUES ('a', 7, 'phone');
            """)
        let store = try await folder.open()
        let seen = try await store.read { try $0.sightings(of: .init(rawValue: "a")) }
        #expect(seen.map(\.by) == ["phone"] && seen.map(\.at) == [Timestamp(microseconds: 7)])
        await store.close()
    }
}
