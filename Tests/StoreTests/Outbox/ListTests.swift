import Store
import Testing
import Values

@Suite("What a person looks for in lists", .timeLimit(.minutes(4)))
struct ListTests {
    private func numbers(_ outbox: OutboxFixture, _ filter: DeliveryFilter) async throws -> [Int64] {
        let numbers = try await outbox.store.deliveryNumbers(matching: filter).map(\.rawValue)
        let listed = try await outbox.store.deliveries(matching: filter).compactMap(\.work?.delivery.number.rawValue)
        #expect(listed == numbers)
        return numbers
    }

    @Test("a period has its beginning and not its end, of all children and of one")
    func transactions() async throws {
        let outbox = try await OutboxFixture()
        let bruno = ChildRow.sample("Bruno", on: outbox.child.server)
        try await outbox.store.write { [child = outbox.child] transaction in
            try transaction.upsert(bruno)
            for number in 1...5 { _ = try transaction.insert(.sample(number, of: child, at: Int64(number))) }
            for number in 6...7 { _ = try transaction.insert(.sample(number, of: bruno, at: Int64(number - 3))) }
        }
        func ids(_ child: ChildRow?, _ period: Range<Timestamp>, limit: Int = 10) async throws -> [String] {
            let filter = TransactionFilter(child: child, period: period, limit: limit)
            return try await outbox.store.transactions(matching: filter).map(\.id.rawValue)
        }
        let middle = Timestamp(seconds: 2)..<Timestamp(seconds: 4)
        #expect(try await ids(outbox.child, middle) == ["txn-3", "txn-2"])
        #expect(try await ids(bruno, middle) == ["txn-6"])
        #expect(try await Set(ids(nil, middle)) == ["txn-6", "txn-3", "txn-2"])
        #expect(try await ids(nil, middle, limit: 1).count == 1)
        #expect(try await ids(nil, middle, limit: 0) == [])
        #expect(try await ids(outbox.child, .always) == ["txn-5", "txn-4", "txn-3", "txn-2", "txn-1"])
        #expect(try await ids(nil, Timestamp(seconds: 9)..<Timestamp(seconds: 9)) == [])
        await outbox.store.close()
    }

    @Test(
        "pages follow each other without a gap or a row twice, also where rows of several children are alike in time and place"
    )
    func pages() async throws {
        let outbox = try await OutboxFixture()
        let bruno = ChildRow.sample("Bruno", on: outbox.child.server)
        try await outbox.store.write { [child = outbox.child] transaction in
            try transaction.upsert(bruno)
            for number in 1...9 { _ = try transaction.insert(.sample(number, of: child, at: Int64(number / 4))) }
            for number in 11...19 { _ = try transaction.insert(.sample(number, of: bruno, at: Int64(number / 4))) }
        }
        func all(_ filter: TransactionFilter, lookingAt most: Int) async throws -> (ids: [String], pages: Int) {
            var (ids, pages) = ([String](), 0)
            var place: StoredTransactionPage.Place?
            repeat {
                let page = try await outbox.store.read { [place] snapshot in
                    try snapshot.transactionPage(matching: filter, after: place, lookingAt: most)
                }
                ids += page.rows.map(\.id.rawValue)
                place = page.next.flatMap { StoredTransactionPage.Place($0.description) }
                #expect(page.rows.count <= filter.limit && (page.stoppedAt == nil || page.next != nil))
                pages += 1
            } while place != nil && pages < 100
            return (ids, pages)
        }
        for child in [nil, outbox.child, bruno] {
            let whole = try await outbox.store.transactions(matching: TransactionFilter(child: child, limit: 100))
            for limit in [1, 2, 5, 18, 40] {
                let found = try await all(TransactionFilter(child: child, limit: limit), lookingAt: 41)
                #expect(found.ids.count == whole.count && Set(found.ids) == Set(whole.map(\.id.rawValue)), "\(limit)")
                #expect(found.pages == max(1, (whole.count + limit - 1) / limit), "\(limit)")
            }
        }
        var filter = TransactionFilter(limit: 5)
        filter.match = TransactionMatch(kind: nil, category: nil, text: "nothing of the kind")
        #expect(try await all(filter, lookingAt: 6) == ([], 3))
        let period = TransactionFilter(period: Timestamp(seconds: 1)..<Timestamp(seconds: 2), limit: 2)
        #expect(try await all(period, lookingAt: 9).ids.count == 4)
        for text in ["", "1.2", "1.2.3.4", "a.b.c", "1..2", "99999999999999999999.1.1"] {
            #expect(StoredTransactionPage.Place(text) == nil, "\(text)")
        }
        await outbox.store.close()
    }

    @Test("deliveries of a period, of a child, to a target, in a state: all that is asked for together")
    func deliveries() async throws {
        let outbox = try await OutboxFixture()
        for number in 1...4 {
            try await outbox.alert(number, to: ["chat", "house"], at: OutboxFixture.later(Int64(number) * 60))
        }
        try await outbox.order(.discard, 3)
        let minutes = { (first: Int64, last: Int64) in OutboxFixture.later(first * 60)..<OutboxFixture.later(last * 60)
        }
        #expect(try await numbers(outbox, DeliveryFilter(period: minutes(2, 4))) == [6, 5, 4, 3])
        #expect(try await numbers(outbox, DeliveryFilter(period: minutes(2, 4), limit: 3)) == [6, 5, 4])
        #expect(try await numbers(outbox, DeliveryFilter(target: "chat", period: minutes(2, 4))) == [5, 3])
        #expect(
            try await numbers(outbox, DeliveryFilter(states: [.discarded], target: "chat", period: minutes(1, 9))) == [
                3
            ])
        #expect(try await numbers(outbox, DeliveryFilter(period: minutes(5, 9))) == [])
        let bruno = ChildRow.sample("Bruno", on: outbox.child.server)
        for period in [minutes(0, 9), .always] {
            #expect(try await numbers(outbox, DeliveryFilter(child: bruno, period: period)) == [])
            #expect(
                try await numbers(outbox, DeliveryFilter(child: outbox.child, period: period, limit: 2)) == [8, 7])
        }
        #expect(try await outbox.store.deliveryTargets() == ["chat", "house"])
        await outbox.store.close()
    }

    @Test("a clock that was set back hides nothing: what counts is when each was caused")
    func clockSetBack() async throws {
        let outbox = try await OutboxFixture()
        for (number, second) in [(1, 100), (2, 50), (3, 150)] {
            try await outbox.alert(number, to: ["chat"], at: OutboxFixture.later(Int64(second)))
        }
        let early = OutboxFixture.later(0)..<OutboxFixture.later(120)
        #expect(try await numbers(outbox, DeliveryFilter(period: early)) == [1, 2])
        await outbox.store.close()
    }

    @Test("an order about many is carried out where it can be, and says what it left and why")
    func many() async throws {
        let outbox = try await OutboxFixture()
        for number in 1...4 { try await outbox.alert(number, to: ["chat"]) }
        _ = try await outbox.begin(2, 3)
        try await outbox.finish(3, .delivered)
        let all = [1, 2, 3, 4, 9].map(DeliveryRow.Number.init(rawValue:))
        let handled = try await outbox.store.handle(.discard, all, now: OutboxFixture.now)
        #expect(handled.done == [all[0], all[3]])
        #expect(handled.refused == [.underWay(all[1]), .settled(all[2], .delivered), .unknown(all[4])])
        await outbox.store.close()
    }

    @Test("what has left the states that were asked for is passed over: nobody counted it")
    func movedOn() async throws {
        let outbox = try await OutboxFixture()
        for number in 1...3 { try await outbox.alert(number, to: ["chat"]) }
        let counted = try await outbox.store.deliveryNumbers(matching: DeliveryFilter(states: [.queued]))
        // A lane takes one, and a person gives another up, before the order comes.
        _ = try await outbox.begin(1)
        try await outbox.order(.discard, 2)
        let handled = try await outbox.store.handle(.retry, counted, in: [.queued], now: OutboxFixture.later(5))
        #expect(handled.done.map(\.rawValue) == [3] && handled.refused == [])
        #expect(try await outbox.delivery(1).state == .attempting)
        #expect(try await outbox.delivery(2).state == .discarded)
        await outbox.store.close()
    }

    @Test("more than a commit's worth is handled, each once")
    func steps() async throws {
        let outbox = try await OutboxFixture()
        // In one commit: each costs a wait for the disk.
        try await outbox.store.write { [child = outbox.child] transaction in
            for number in 1...1_001 {
                _ = try OutboxFixture.insert(number, to: ["chat"], of: child, in: transaction) { _ in nil }
            }
        }
        let all = try await outbox.store.deliveryNumbers(matching: DeliveryFilter(limit: 10_000))
        let handled = try await outbox.store.handle(.discard, all, in: [.queued], now: OutboxFixture.now)
        #expect(handled.done == all && all.count == 1_001 && handled.refused == [])
        #expect(try await outbox.store.accounting().count(.discarded) == 1_001)
        await outbox.store.close()
    }

    @Test("when a target took one last is known, whatever the order of the numbers")
    func lastDelivered() async throws {
        let outbox = try await OutboxFixture()
        for number in 1...2 { try await outbox.alert(number, to: ["chat", "house"]) }
        #expect(try await outbox.store.accounting().targets.allSatisfy { $0.lastDelivered == nil })
        for (number, second) in [(3, 10), (1, 30)] {
            _ = try await outbox.begin(Int64(number))
            try await outbox.finish(Int64(number), .delivered, now: OutboxFixture.later(Int64(second)))
        }
        let targets = try await outbox.store.accounting().targets
        #expect(targets.map(\.lastDelivered) == [OutboxFixture.later(30), nil])
        await outbox.store.close()
    }
}
