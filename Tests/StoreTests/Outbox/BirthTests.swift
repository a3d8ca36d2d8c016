import Runtime
import SQLite
import Store
import Testing
import Values

@Suite("Deliveries born with their first attempt marked", .timeLimit(.minutes(4)))
struct BirthTests {
    private func door(limit: Int = 2, isOpen: Bool = true) -> LaneDoor {
        let door = LaneDoor(limit: limit, body: { Array("\($0.child?.firstName ?? "")".utf8) })
        if isOpen { door.open {} }
        return door
    }

    @Test("the commit that causes it marks it, with the bytes that will be sent")
    func marked() async throws {
        let outbox = try await OutboxFixture()
        try await outbox.alert(1, to: ["chat"], door: door())
        let delivery = try await outbox.delivery(1)
        #expect(delivery.state == .attempting && delivery.attempts == 1 && !delivery.isRepeat)
        #expect(delivery.body == Array("Alice".utf8))
        #expect(try await outbox.attempts(1).map(\.outcome) == [nil])
        #expect(try await outbox.queue().marked.map(\.number.rawValue) == [1])
        #expect(try await outbox.store.accounting().isBalanced)
        try await outbox.finish(1, .delivered)
        #expect(try await outbox.store.accounting().isBalanced)
        await outbox.store.close()
    }

    @Test("a shut door, and none, leave it waiting")
    func shut() async throws {
        let outbox = try await OutboxFixture()
        try await outbox.alert(1, to: ["chat"], door: door(isOpen: false))
        try await outbox.alert(2, to: ["house"])
        #expect(try await outbox.store.deliveries(matching: DeliveryFilter(states: [.queued])).count == 2)
        await outbox.store.close()
    }

    @Test("nothing is marked past what waits, nor beyond the limit")
    func order() async throws {
        let outbox = try await OutboxFixture()
        let door = door()
        for number in 1...3 { try await outbox.alert(number, to: ["chat"], door: door) }
        #expect(try await outbox.queue().marked.map(\.number.rawValue) == [1, 2])
        #expect(try await outbox.queue().due.map(\.number.rawValue) == [3])
        for number in [1, 2] as [Int64] { try await outbox.finish(number, .delivered) }
        try await outbox.alert(4, to: ["chat"], door: door)
        #expect(try await outbox.queue().due.map(\.number.rawValue) == [3, 4])
        // Another target's lane has its own order.
        try await outbox.alert(5, to: ["house"], door: door)
        #expect(try await outbox.queue("house").marked.map(\.number.rawValue) == [5])
        await outbox.store.close()
    }

    @Test("one that failed before and waits for its moment is before it as well")
    func waiting() async throws {
        let outbox = try await OutboxFixture()
        try await outbox.alert(1, to: ["chat"])
        _ = try await outbox.begin(1)
        try await outbox.finish(1, .retry(at: OutboxFixture.later(3_600)))
        try await outbox.alert(2, to: ["chat"], door: door())
        #expect(try await outbox.delivery(2).state == .queued)
        // One that may have arrived as well.
        try await outbox.alert(3, to: ["house"])
        _ = try await outbox.begin(3)
        try await outbox.finish(3, .inDoubt(retryAt: OutboxFixture.later(3_600)))
        try await outbox.alert(4, to: ["house"], door: door())
        #expect(try await outbox.delivery(4).state == .queued)
        await outbox.store.close()
    }

    @Test("the commit hands it over as its row is, several in their order")
    func handedOver() async throws {
        let outbox = try await OutboxFixture()
        let (chat, house) = (LaneDoor(limit: 2, body: nil), LaneDoor(limit: 2, body: nil))
        let rings = Lock(0)
        for door in [chat, house] { door.open { rings.withLock { $0 += 1 } } }
        let child = outbox.child
        try await outbox.store.writeAlerts { transaction in
            var born: [BornDelivery] = []
            for number in 1...3 {
                born += try #require(
                    try OutboxFixture.insert(number, to: ["chat", "house"], of: child, in: transaction) { target in
                        target == "chat" ? chat : house
                    })
            }
            return ((), born)
        }
        // The third of each waits: there is room for two.
        #expect(rings.withLock { $0 } == 2)
        let look = LaneLook(target: "chat", patience: 4, limit: 10)
        let works = try await outbox.store.lane(look, now: OutboxFixture.now) { ((), $0.marked.map(\.number)) }.works
        #expect(chat.take() == works && works.map(\.delivery.number.rawValue) == [1, 3])
        #expect(house.take().map(\.delivery.number.rawValue) == [2, 4])
        #expect(chat.take().isEmpty)
        await outbox.store.close()
    }

    @Test("what a look has found is not handed over as well")
    func claimed() async throws {
        let outbox = try await OutboxFixture()
        let door = door(limit: 3)
        let born = try await outbox.bear(1, to: ["chat"], door: door) + outbox.bear(2, to: ["chat"], door: door)
        Array(born.prefix(1)).handOver()
        door.claim(upTo: try #require(try await outbox.queue().marked.last).number)
        Array(born.suffix(1)).handOver()
        #expect(door.take().isEmpty)
        // What comes later is the lane's.
        try await outbox.bear(3, to: ["chat"], door: door).handOver()
        #expect(door.take().map(\.delivery.number.rawValue) == [3])
        await outbox.store.close()
    }

    @Test("nothing is handed over past one that was marked before it, nor twice")
    func inOrder() async throws {
        let outbox = try await OutboxFixture()
        let door = door(limit: 3)
        let born = try await outbox.bear(1, to: ["chat"], door: door) + outbox.bear(2, to: ["chat"], door: door)
        Array(born.suffix(1)).handOver()
        #expect(door.take().isEmpty)
        Array(born.prefix(1)).handOver()
        #expect(door.take().map(\.delivery.number.rawValue) == [1])
        born.handOver()
        #expect(door.take().map(\.delivery.number.rawValue) == [2])
        await outbox.store.close()
    }

    @Test("a door that shuts leaves to a look what has arrived, what comes, and what comes behind it")
    func shutBetween() async throws {
        let outbox = try await OutboxFixture()
        let door = door(limit: 3)
        try await outbox.alert(1, to: ["chat"], door: door)
        door.shut()
        door.open {}
        #expect(door.take().isEmpty)
        try await outbox.alert(2, to: ["chat"], door: door)
        #expect(door.take().isEmpty)
        #expect(try await outbox.queue().marked.map(\.number.rawValue) == [1, 2])
        let other = self.door()
        let born = try await outbox.bear(3, to: ["house"], door: other)
        other.shut()
        born.handOver()
        other.open {}
        #expect(other.take().isEmpty)
        await outbox.store.close()
    }

    @Test("a commit that fails leaves neither an alert nor a mark, and hands nothing over")
    func failure() async throws {
        struct Refused: Error {}
        let outbox = try await OutboxFixture()
        let (child, door) = (outbox.child, door())
        await #expect(throws: StoreError.self) {
            try await outbox.store.writeAlerts { transaction -> (Void, born: [BornDelivery]) in
                let born = try OutboxFixture.insert(1, to: ["chat"], of: child, in: transaction) { _ in door }
                #expect(born?.count == 1)
                throw Refused()
            }
        }
        #expect(door.take().isEmpty)
        let books = try await outbox.store.accounting()
        #expect(books.alerts == 0 && books.openAttempts == 0 && books.isBalanced)
        try await outbox.alert(2, to: ["chat"], door: door)
        #expect(try await outbox.queue().marked.count == 1)
        await outbox.store.close()
    }

    @Test("after a crash before the first byte it is in doubt, with its bytes")
    func crash() async throws {
        let folder = try TestStore()
        let outbox = try await OutboxFixture(in: folder)
        try await outbox.alert(1, to: ["chat"], door: door())
        await outbox.store.close()
        let again = try await OutboxFixture(in: folder)
        #expect(try await again.store.recoverAttempts(now: OutboxFixture.later(5)) == 1)
        let delivery = try await again.delivery(1)
        #expect(delivery.state == .inDoubt && delivery.isRepeat && delivery.body == Array("Alice".utf8))
        await again.store.close()
    }
}
