import SQLite
import Testing
import Values

@testable import Store

@Suite("Alerts about the program itself", .timeLimit(.minutes(4)))
struct ProblemAlertTests {
    private func notice(_ subject: String = "mum", isOver: Bool = false) -> AlertRow.Notice {
        AlertRow.Notice(
            subject: subject, sentence: "\(subject) must sign in: pocketbell login \(subject)",
            since: OutboxFixture.later(-600), isOver: isOver)
    }

    /// How many alerts it made.
    private func tell(
        _ outbox: OutboxFixture, _ notice: AlertRow.Notice, _ event: AlertRow.Event = .signInNeeded,
        at moment: Timestamp = OutboxFixture.now
    ) async throws -> Bool {
        try await outbox.store.writeAlerts { transaction in
            let born = try transaction.tell(
                notice, as: event, to: [PlannedDelivery(target: "chat"), PlannedDelivery(target: "house")], at: moment)
            return (born != nil, born ?? [])
        }
    }

    @Test("it is told through a target that is to be silent: nobody would hear of it again")
    func throughSilence() async throws {
        let outbox = try await OutboxFixture()
        _ = try await outbox.store.write {
            try $0.silence(.target("chat"), until: OutboxFixture.later(3_600), at: OutboxFixture.now)
        }
        #expect(try await tell(outbox, notice()))
        for number in 1...2 { #expect(try await outbox.delivery(Int64(number)).state == .queued) }
        await outbox.store.close()
    }

    @Test("one that began is told once, also after a restart; then once that it is over, and then it may begin anew")
    func once() async throws {
        let folder = try TestStore()
        var outbox = try await OutboxFixture(in: folder)
        #expect(try await !tell(outbox, notice(isOver: true)), "nobody knows that it was")
        #expect(try await tell(outbox, notice()))
        #expect(try await !tell(outbox, notice(), at: OutboxFixture.later(5)))
        await outbox.store.close()
        outbox = try await OutboxFixture(in: folder)
        let told = ToldProblem(event: .signInNeeded, subject: "mum", since: OutboxFixture.later(-600), isProven: false)
        #expect(try await outbox.store.read { try $0.toldProblems() } == [told])
        #expect(try await !tell(outbox, notice(), at: OutboxFixture.later(9)))
        #expect(try await tell(outbox, notice("dad")))
        #expect(try await tell(outbox, notice(), .connectionLost))
        #expect(try await tell(outbox, notice(isOver: true), at: OutboxFixture.later(10)))
        #expect(try await !tell(outbox, notice(isOver: true), at: OutboxFixture.later(11)))
        #expect(try await tell(outbox, notice(), at: OutboxFixture.later(12)))
        try await outbox.store.write { try $0.forgetProblem(.signInNeeded, of: "mum") }
        #expect(try await !tell(outbox, notice(isOver: true), at: OutboxFixture.later(13)))
        let books = try await outbox.store.accounting()
        #expect(books.isBalanced && books.alerts == 5 && books.deliveries == 10)
        #expect(try await outbox.store.recount() == [])
        await outbox.store.close()
    }

    @Test(
        "that a target took something is known after a restart, of a told problem of that target and of no other, until it is over"
    )
    func proof() async throws {
        let folder = try TestStore()
        var outbox = try await OutboxFixture(in: folder)
        let proven = { (outbox: OutboxFixture) in
            try await outbox.store.read { try $0.toldProblems() }.filter(\.isProven).map {
                "\($0.event.rawValue) \($0.subject)"
            }
        }
        try await outbox.store.wake("chat", isProven: true, now: OutboxFixture.now)
        for subject in ["chat", "house"] { #expect(try await tell(outbox, notice(subject), .targetSuspended)) }
        #expect(try await tell(outbox, notice("chat"), .signInNeeded))
        #expect(try await proven(outbox) == [], "what it took before is none")
        try await outbox.store.wake("chat", now: OutboxFixture.now)
        #expect(try await proven(outbox) == [], "somebody only says so")
        try await outbox.store.wake("chat", isProven: true, now: OutboxFixture.now)
        await outbox.store.close()
        outbox = try await OutboxFixture(in: folder)
        #expect(try await proven(outbox) == ["target-suspended chat"])
        #expect(try await tell(outbox, notice("chat", isOver: true), .targetSuspended, at: OutboxFixture.later(1)))
        #expect(try await tell(outbox, notice("chat"), .targetSuspended, at: OutboxFixture.later(2)))
        #expect(try await proven(outbox) == [], "it begins anew")
        await outbox.store.close()
    }

    @Test(
        "what fails takes the proof back, and is known after a restart though its delivery was discarded",
        arguments: [
            (.retry(at: OutboxFixture.now), .serverError), (.inDoubt(retryAt: OutboxFixture.now), .connectionLost),
            (.skipped, .timedOut), (.dead, .gaveUp),
        ] as [(AttemptOutcome, FailureReason)])
    func withdrawn(_ outcome: AttemptOutcome, _ reason: FailureReason) async throws {
        let folder = try TestStore()
        var outbox = try await OutboxFixture(in: folder)
        let proven = { (outbox: OutboxFixture) in
            try await outbox.store.read { try $0.toldProblems() }.filter(\.isProven).map(\.subject)
        }
        for subject in ["chat", "house"] { #expect(try await tell(outbox, notice(subject), .targetSuspended)) }
        // What was told goes to chat and house: 1 to 4. The first of each is taken.
        for number in [1, 2] as [Int64] {
            _ = try await outbox.begin(number)
            try await outbox.finish(number, .delivered)
        }
        #expect(try await proven(outbox).sorted() == ["chat", "house"])
        #expect(try await outbox.store.read { try $0.failure(of: "chat") } == nil)
        _ = try await outbox.begin(3)
        try await outbox.finish(3, outcome, reason: reason, now: OutboxFixture.later(7))
        #expect(try await proven(outbox) == ["house"])
        try await outbox.order(.discard, 3)
        await outbox.store.close()
        outbox = try await OutboxFixture(in: folder)
        #expect(try await proven(outbox) == ["house"])
        let failure = TargetFailure(since: OutboxFixture.later(7), reason: reason, detail: reason.rawValue)
        #expect(try await outbox.store.read { try $0.failure(of: "chat") } == failure)
        #expect(try await outbox.store.read { try $0.failure(of: "house") } == nil)
        try await outbox.store.wake("chat", now: OutboxFixture.now)
        #expect(try await proven(outbox) == ["house"], "somebody only says so")
        try await outbox.store.write {
            try $0.note(.failed, of: "chat", reason: .gone, detail: "a sample", now: OutboxFixture.later(9))
        }
        #expect(try await outbox.store.read { try $0.failure(of: "chat") }?.since == OutboxFixture.later(7))
        try await outbox.store.wake("chat", isProven: true, now: OutboxFixture.now)
        #expect(try await outbox.store.read { try $0.failure(of: "chat") } == nil)
        #expect(try await proven(outbox).sorted() == ["chat", "house"])
        await outbox.store.close()
    }

    @Test(
        "what says nothing of a target proves nothing and takes nothing back; one refused message shows that it works"
    )
    func signs() {
        let sign = { (outcome: AttemptOutcome, reason: FailureReason?, dissolves: Bool) in
            AttemptEnd(.init(rawValue: 1), outcome, reason: reason, dissolves: dissolves).sign
        }
        let moment = OutboxFixture.now
        #expect(sign(.delivered, nil, false) == .took)
        #expect(sign(.dead, .rejected, false) == .answered)
        #expect(sign(.retry(at: moment), .rejected, true) == .answered)
        #expect(sign(.notSent, nil, false) == .none)
        #expect(sign(.inDoubt(retryAt: moment), .interrupted, false) == .none)
        #expect(sign(.dead, .gaveUp, false) == .failed)
        let known = TargetFailure(since: moment, reason: .gone, detail: "gone")
        let later = OutboxFixture.later(5)
        let after = { AttemptEnd(.init(rawValue: 1), $0, reason: $1, detail: "x").failure(after: known, now: later) }
        #expect(after(.delivered, nil) == nil && after(.dead, .rejected) == nil && after(.notSent, nil) == known)
        #expect(after(.skipped, .timedOut) == TargetFailure(since: moment, reason: .timedOut, detail: "x"))
    }

    @Test("its delivery has what is to be told, no child and no money, and waits in its lane as any other")
    func row() async throws {
        let outbox = try await OutboxFixture()
        #expect(try await tell(outbox, notice()))
        let work = try #require(try await outbox.store.history(of: .init(rawValue: 1))?.delivery.work)
        #expect(work.child == nil && work.transaction == nil && work.account == nil)
        #expect(work.alert.notice == notice() && work.alert.event == .signInNeeded && !work.alert.isLate)
        #expect(work.alert.createdAt == OutboxFixture.now && work.delivery.state == .queued)
        #expect(try await outbox.queue().due.map(\.number.rawValue) == [1])
        await outbox.store.close()
    }

    @Test(
        "an alert has a child or a notice, never half of either",
        arguments: [
            "INSERT INTO alert (key, event, late, created_at) VALUES ('k', 'x', 0, 1)",
            "INSERT INTO alert (key, event, late, created_at, subject) VALUES ('k', 'x', 0, 1, 's')",
            "INSERT INTO alert (key, event, server, late, created_at, subject, sentence, since) VALUES ('k', 'x', 1, 0, 1, 's', 's', 1)",
            "INSERT INTO alert (key, event, server, child, late, created_at, subject, sentence, since) VALUES ('k', 'x', 1, 'child-alice', 0, 1, 's', 's', 1)",
        ])
    func halves(_ sql: String) async throws {
        let outbox = try await OutboxFixture()
        await outbox.store.close()
        let raw = try RawDatabase(outbox.folder.file)
        #expect(throws: RawDatabase.Failure.self) { try raw.execute(sql) }
    }

    @Test("an event that is about the program has no child")
    func events() {
        let events = AlertRow.Event.allCases
        let problems = events.drop { $0 != .signInNeeded }.filter { $0 != .summary && $0 != .drill }
        #expect(events.filter(\.isProblem) == Array(problems))
    }

    @Test("a store of before is taken over whole: alerts, deliveries under way, counts and keys")
    func upgrade() async throws {
        let folder = try TestStore()
        try OldStore.make(folder.file, before: "digests")
        let raw = try RawDatabase(folder.file)
        try raw.execute(
            """
            PRAGMA foreign_keys = ON;
            INSERT INTO server VALUES (1, 'https://family.example');
            INSERT INTO child (server, id, first_name, last_name, balance, seen_at) VALUES (1, 'child-alice', 'Alice', 'Reed', '10.00', 5);
            INSERT INTO txn VALUES
              (1, 'a', 'child-alice', '1', 'credit', '', '', '9', 7, NULL, NULL, 1, 7, 'scan', 1),
              (1, 'b', 'child-alice', '1', 'credit', '', '', '10', 8, NULL, NULL, 2, 8, 'scan', 0);
            INSERT INTO alert VALUES ('new|a', 'transaction', 1, 'child-alice', 'a', NULL, NULL, NULL, 1, 5),
              ('new|b', 'transaction', 1, 'child-alice', 'b', NULL, NULL, NULL, 0, 6),
              ('low|b', 'balance-low', 1, 'child-alice', 'b', 'low', '20.00', '10.00', 0, 6);
            INSERT INTO delivery (number, alert, target, state, due_at, attempts, repeat, created_at, updated_at) VALUES
              (1, 'new|a', 'chat', 'delivered', 5, 1, 0, 5, 5), (2, 'new|a', 'house', 'queued', 5, 0, 0, 5, 5),
              (3, 'new|b', 'chat', 'attempting', 5, 1, 0, 6, 6), (4, 'low|b', 'chat', 'queued', 5, 0, 0, 6, 6);
            DELETE FROM delivery WHERE number = 1;
            INSERT INTO attempt VALUES (3, 1, 6, NULL, NULL, NULL, NULL);
            """)
        let outbox = try await OutboxFixture(in: folder)
        let rows = try await outbox.store.deliveries().compactMap(\.work).sorted {
            $0.delivery.number < $1.delivery.number
        }
        #expect(rows.map(\.delivery.number.rawValue) == [2, 3, 4])
        #expect(rows.map(\.delivery.state) == [.queued, .attempting, .queued])
        #expect(rows.map(\.alert.event) == [.transaction, .transaction, .balanceLow])
        #expect(rows.map(\.alert.isLate) == [true, false, false] && rows.allSatisfy { $0.delivery.digest == nil })
        #expect(rows.map(\.transaction?.id.rawValue) == ["a", "b", "b"] && rows.allSatisfy { $0.child != nil })
        #expect(rows.last?.alert.threshold == Decimal("20.00"))
        // The one that was planned late is known to be, so that it can be told with others.
        #expect(try await outbox.queue("house").due.map(\.isLate) == [true])
        #expect(try await outbox.store.recount() == [])
        let books = try await outbox.store.accounting()
        #expect(books.alerts == 3 && books.everCaused == 4 && books.deliveries == 3 && books.openAttempts == 1)
        // The same fact gives no second alert, foreign keys hold, and counts go on.
        #expect(try await tell(outbox, notice()))
        #expect(try await outbox.store.accounting().alerts == 4)
        #expect(try await outbox.store.recount() == [])
        await outbox.store.close()
        #expect(throws: RawDatabase.Failure.self) {
            try raw.execute(
                "PRAGMA foreign_keys = ON; INSERT INTO delivery SELECT 99, 'nobody', target, rule, template, state, due_at, attempts, repeat, body, reason, detail, created_at, updated_at, style, digest, late FROM delivery LIMIT 1"
            )
        }
    }
}
