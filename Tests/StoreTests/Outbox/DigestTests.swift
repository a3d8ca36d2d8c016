import SQLite
import Testing
import Values

@testable import Store

@Suite("Digests in the outbox", .timeLimit(.minutes(4)))
struct DigestTests {
    private static let policy = DigestPolicy(threshold: 3)

    /// Deliveries to "chat", caused a day ago.
    private func outbox(_ numbers: ClosedRange<Int> = 1...4, in folder: TestStore? = nil) async throws -> OutboxFixture
    {
        let outbox = try await OutboxFixture(in: folder)
        for number in numbers { try await outbox.alert(number, to: ["chat"], at: OutboxFixture.later(-86_400)) }
        return outbox
    }

    private func gather(_ outbox: OutboxFixture, _ policy: DigestPolicy = policy) async throws -> Int {
        try await outbox.store.write { try $0.gather("chat", policy, now: OutboxFixture.now) }
    }

    private func look(
        _ outbox: OutboxFixture, _ policy: DigestPolicy = policy, limit: Int = 10
    ) async throws -> (queue: LaneQueue, digests: [DigestWork], unreadable: [UnreadableDelivery]) {
        let look = LaneLook(target: "chat", patience: 4, limit: limit, digest: policy)
        let found = try await outbox.store.lane(look, now: OutboxFixture.later(600)) { queue in
            (queue, (queue.marked + queue.due + queue.aside).map(\.number))
        }
        return (found.decision, found.digests, found.unreadable)
    }

    private func states(_ outbox: OutboxFixture) async throws -> [DeliveryRow.State] {
        let all = try await outbox.store.deliveries(matching: DeliveryFilter(limit: 1_000)).compactMap(\.work?.delivery)
        return all.sorted { $0.number < $1.number }.map(\.state)
    }

    private func begin(_ outbox: OutboxFixture, _ digest: DigestWork, body: [UInt8]? = [7]) async throws {
        let lead = digest.members[0].delivery.number
        let begun = try await outbox.store.turn(
            finish: [], begin: [AttemptStart(lead, body: body, digest: digest.row.number)], now: OutboxFixture.now)
        #expect(begun == [lead])
    }

    private func end(
        _ outbox: OutboxFixture, _ digest: DigestWork, _ outcome: AttemptOutcome, dissolves: Bool = false
    ) async throws {
        let end = AttemptEnd(
            digest.members[0].delivery.number, outcome, reason: .gaveUp, digest: digest.row.number,
            dissolves: dissolves)
        try await outbox.store.turn(finish: [end], begin: [], now: OutboxFixture.now)
    }

    @Test("fewer than the threshold, or none wished: nothing is gathered, and no look asks for it")
    func threshold() async throws {
        let outbox = try await outbox(1...3)
        for number in [0, 1, 4, 100] {
            #expect(try await gather(outbox, DigestPolicy(threshold: number)) == 0)
            #expect(try await !look(outbox, DigestPolicy(threshold: number)).queue.gathers)
        }
        #expect(try await look(outbox).queue.gathers)
        #expect(try await look(outbox, limit: 2).queue.gathers, "a look that sees two")
        #expect(try await gather(outbox) == 3)
        #expect(try await gather(outbox) == 0, "they are in one already")
        await outbox.store.close()
    }

    @Test("what an outage met is gathered with what it never let be tried", arguments: FailureReason.allCases)
    func outage(_ reason: FailureReason) async throws {
        let outbox = try await outbox()
        _ = try await outbox.begin(1)
        try await outbox.finish(1, .retry(at: OutboxFixture.now), reason: reason)
        let isOutage =
            switch reason {
            case .unreachable, .tls, .serverError, .rateLimited, .off: true
            // Whatever these say is of this message, of what somebody has to change, or of what may have arrived.
            case .forbiddenAddress, .timedOut, .connectionLost, .redirected, .rejected, .unauthorized, .gone,
                .unexpectedAnswer, .misconfigured, .gaveUp, .notRepeated, .silenced, .missed, .inhibited, .unreadable,
                .handled, .messageGone, .barred, .interrupted:
                false
            }
        #expect(try await gather(outbox) == (isOutage ? 4 : 3))
        let digest = try #require(try await look(outbox).digests.first)
        #expect(digest.members.map(\.delivery.number.rawValue) == (isOutage ? [1, 2, 3, 4] : [2, 3, 4]))
        await outbox.store.close()
    }

    @Test("a drill goes by itself")
    func drill() async throws {
        let outbox = try await outbox()
        try await outbox.store.write { try $0.run(Self.makeDrill, "new|https://family.example|txn-2") }
        #expect(try await gather(outbox) == 3)
        let digest = try #require(try await look(outbox).digests.first)
        #expect(digest.members.map(\.delivery.number.rawValue) == [1, 3, 4])
        await outbox.store.close()
    }

    private static let makeDrill = Update<String>("test.makeDrill", "UPDATE alert SET event = 'drill' WHERE key = ?1")

    @Test("only what was never refused and has waited is gathered: no young one, none in doubt, none of another target")
    func choice() async throws {
        let outbox = try await outbox(1...5)
        try await outbox.alert(6, to: ["chat"], at: OutboxFixture.later(-59))
        try await outbox.alert(7, to: ["house"], at: OutboxFixture.later(-86_400))
        try await outbox.alert(8, to: ["chat"], isLate: true)
        _ = try await outbox.begin(1, 2)
        try await outbox.finish(1, .retry(at: OutboxFixture.now), reason: .rejected)
        try await outbox.finish(2, .inDoubt(retryAt: OutboxFixture.now), reason: .serverError)
        #expect(try await gather(outbox) == 4)
        let digest = try #require(try await look(outbox).digests.first)
        #expect(digest.members.map(\.delivery.number.rawValue) == [3, 4, 5, 8])
        #expect(
            try await look(outbox).queue.due.map(\.number.rawValue) == [1, 2, 3, 6], "a digest stands as its first")
        await outbox.store.close()
    }

    @Test("young ones alone ask for no digest, however many; late ones do at once")
    func young() async throws {
        let outbox = try await OutboxFixture()
        for number in 1...5 { try await outbox.alert(number, to: ["chat"], at: OutboxFixture.later(590)) }
        #expect(try await !look(outbox).queue.gathers)
        for number in 6...8 { try await outbox.alert(number, to: ["chat"], at: OutboxFixture.later(600), isLate: true) }
        let queue = try await look(outbox).queue
        #expect(queue.gathers && queue.due.map(\.isLate) == [false, false, false, false, false, true, true, true])
        await outbox.store.close()
    }

    @Test("a digest has a hundred at most; the rest is another one")
    func bound() async throws {
        let outbox = try await outbox(1...130)
        #expect(try await gather(outbox) == DigestRow.bound)
        #expect(try await gather(outbox) == 30)
        let digests = try await look(outbox).digests
        #expect(digests.map(\.members.count) == [100, 30])
        try await begin(outbox, digests[0])
        #expect(try await states(outbox).count { $0 == .attempting } == 100)
        await outbox.store.close()
    }

    @Test(
        "its members are marked in one commit and settled in one, each with an attempt of its own",
        arguments: [
            (AttemptOutcome.delivered, DeliveryRow.State.delivered), (.retry(at: OutboxFixture.later(60)), .queued),
            (.inDoubt(retryAt: OutboxFixture.later(60)), .inDoubt), (.skipped, .skipped), (.dead, .dead),
            (.notSent, .queued),
        ])
    func together(_ outcome: AttemptOutcome, _ state: DeliveryRow.State) async throws {
        let outbox = try await outbox()
        _ = try await gather(outbox)
        let digest = try #require(try await look(outbox).digests.first)
        try await begin(outbox, digest)
        #expect(try await states(outbox) == Array(repeating: .attempting, count: 4))
        #expect(try await look(outbox).queue.marked.map(\.number.rawValue) == [1])
        #expect(try await outbox.store.accounting().isBalanced)
        try await end(outbox, digest, outcome)
        #expect(try await states(outbox) == Array(repeating: state, count: 4))
        for number in 1...4 as ClosedRange<Int64> {
            #expect(try await outbox.attempts(number).map(\.outcome) == (outcome == .notSent ? [] : [outcome.word]))
        }
        #expect(try await outbox.store.accounting().isBalanced)
        let isOpen = state == .queued || state == .inDoubt
        let again = try await look(outbox).digests.first
        #expect(
            again?.row == (isOpen ? DigestRow(number: digest.row.number, body: [7], createdAt: OutboxFixture.now) : nil)
        )
        #expect(again?.members.count == (isOpen ? 4 : nil))
        #expect(try await outbox.store.history(of: .init(rawValue: 2))?.companions == 3)
        await outbox.store.close()
    }

    @Test("after a crash all of it is in doubt, and it is the same digest with the same bytes")
    func crash() async throws {
        let folder = try TestStore()
        let before = try await outbox(in: folder)
        _ = try await gather(before)
        let digest = try #require(try await look(before).digests.first)
        try await begin(before, digest, body: [1, 2, 3])
        await before.store.close()
        let after = try await OutboxFixture(in: folder)
        #expect(try await after.store.recoverAttempts(now: OutboxFixture.now) == 4)
        let found = try await look(after)
        #expect(found.queue.due.map(\.number.rawValue) == [1] && found.queue.due.allSatisfy(\.isInDoubt))
        #expect(found.digests.map(\.row.number) == [digest.row.number] && found.digests.first?.row.body == [1, 2, 3])
        #expect(
            found.digests.first?.members.allSatisfy { $0.delivery.isRepeat && $0.delivery.state == .inDoubt } == true)
        // A target that must not be told twice: none of it is.
        try await after.store.skip([.init(rawValue: 1)], detail: "x", now: OutboxFixture.now)
        #expect(try await states(after) == Array(repeating: .skipped, count: 4))
        #expect(try await after.store.accounting().isBalanced)
        await after.store.close()
    }

    @Test("what is refused as a whole goes one by one, and never into another digest")
    func dissolved() async throws {
        let outbox = try await outbox()
        _ = try await gather(outbox)
        let digest = try #require(try await look(outbox).digests.first)
        try await begin(outbox, digest)
        try await end(outbox, digest, .retry(at: OutboxFixture.now), dissolves: true)
        let found = try await look(outbox)
        #expect(
            found.queue.due.map(\.number.rawValue) == [1, 2, 3, 4] && found.digests.isEmpty && !found.queue.gathers)
        #expect(try await gather(outbox) == 0)
        #expect(try await outbox.store.read { try $0.first(Self.digests) } == 0, "its bytes are not kept for nobody")
        await outbox.store.close()
    }

    private static let digests = Query<Int>("test.digests", "SELECT count(*) FROM digest")

    @Test("a delivery that a person takes in hand leaves its digest; the others stay, also when it was the first")
    func person() async throws {
        let outbox = try await outbox(1...6)
        _ = try await gather(outbox)
        #expect(try await outbox.order(.discard, 1) == nil)
        #expect(try await outbox.order(.retry, 3) == nil)
        let found = try await look(outbox)
        #expect(found.queue.due.map(\.number.rawValue) == [2, 3])
        #expect(found.digests.map { $0.members.map(\.delivery.number.rawValue) } == [[2, 4, 5, 6]])
        // One that is under way is not.
        try await begin(outbox, found.digests[0])
        #expect(try await outbox.order(.discard, 4) != nil)
        await outbox.store.close()
    }

    @Test("a person who discards the first between the look and the mark leaves the rest to be sent and settled")
    func race() async throws {
        let outbox = try await outbox()
        _ = try await gather(outbox)
        let digest = try #require(try await look(outbox).digests.first)
        #expect(try await outbox.order(.discard, 1) == nil)
        try await begin(outbox, digest)
        #expect(try await states(outbox) == [.discarded, .attempting, .attempting, .attempting])
        try await end(outbox, digest, .delivered)
        #expect(try await states(outbox) == [.discarded, .delivered, .delivered, .delivered])
        for number in 1...4 as ClosedRange<Int64> {
            #expect(try await outbox.order(.discard, number) != nil)
        }
        await outbox.store.close()
    }

    private static let spoil = PlainUpdate("test.spoilTwo", "UPDATE txn SET amount = 'much' WHERE id = 'txn-2'")

    @Test("a member that cannot be read is given up, and holds back nobody")
    func unreadable() async throws {
        let outbox = try await outbox()
        _ = try await gather(outbox)
        try await outbox.store.write { try $0.run(Self.spoil) }
        let found = try await look(outbox)
        #expect(found.unreadable.map(\.number.rawValue) == [2])
        try await outbox.store.giveUp(found.unreadable, now: OutboxFixture.now)
        let again = try await look(outbox)
        #expect(again.unreadable.isEmpty && again.digests.map(\.members.count) == [3])
        await outbox.store.close()
    }

    @Test("a lane that ends takes back the marks of all its members")
    func laneEnds() async throws {
        let outbox = try await outbox()
        _ = try await gather(outbox)
        let digest = try #require(try await look(outbox).digests.first)
        try await begin(outbox, digest)
        try await outbox.store.endLane("chat", finish: [], now: OutboxFixture.now)
        #expect(try await states(outbox) == Array(repeating: .queued, count: 4))
        #expect(try await outbox.attempts(3).isEmpty)
        #expect(try await outbox.store.accounting().openAttempts == 0)
        await outbox.store.close()
    }

    @Test("what is late is not born marked: more of it may come")
    func lateBirth() async throws {
        let outbox = try await OutboxFixture()
        let door = LaneDoor(limit: 2, body: nil)
        door.open {}
        try await outbox.alert(1, to: ["chat"], door: door, isLate: true)
        #expect(try await outbox.delivery(1).state == .queued && door.take().isEmpty)
        await outbox.store.close()
    }
}
