import Glibc
import Runtime
import SQLite
import Testing
import Values

@testable import Store

/// What a person hears of a store that had to be made anew, and for how long.
@Suite("What is told of a recovery")
struct RecoveryTellingTests {
    @Test("an order that waited for a decision asks again where the question was lost, and only there")
    func contested() async throws {
        let fixture = try await UnsentFixture()
        try await fixture.contest(1)
        await fixture.store.close()
        let kept = try await fixture.folder.open()
        #expect(try await kept.read { try $0.intent(UnsentFixture.id(1)) }?.state == .parked)
        await kept.close()
        for suffix in ["", "-wal", "-shm"] { unlink(fixture.folder.folder + "/" + StateFolder.storeName + suffix) }
        let lost = try await fixture.folder.open()
        let row = try #require(try await lost.read { try $0.intent(UnsentFixture.id(1)) })
        #expect(row.state == .accepted && row.reason == nil && row.order.record?.base == #"{"price":"1.00"}"#)
        #expect(try await lost.read { try $0.openConflicts() }.isEmpty)
        await lost.close()
    }

    private static let at = UnsentFixture.now
    private static let day: Duration = .seconds(86_400)

    private func told(
        _ fixture: UnsentFixture, _ reason: RecoveryReport.Reason, after age: Duration,
        _ change: (inout RecoveryReport) -> Void = { _ in }
    ) async throws -> Bool {
        var new = RecoveryReport(reason, at: Self.at)
        change(&new)
        let report = new
        try await fixture.store.write { try $0.run(RecoveryReport.insert, report) }
        #expect(try await StoreCare(fixture.store).lastRecovery() == report)
        return try await StoreCare(fixture.store).recoveryToTell(now: Self.at.advanced(by: age), watched: ["mum"])
            != nil
    }

    private func scan(_ fixture: UnsentFixture, finished: Timestamp) async throws {
        try await fixture.store.write { [id = fixture.account.id] in
            try $0.run(AccountRow.setScan, id, finished, finished, "complete")
        }
    }

    @Test(
        "what is only gone is told until everybody's server was read since",
        arguments: [RecoveryReport.Reason.deleted, .replaced])
    func gone(_ reason: RecoveryReport.Reason) async throws {
        let fixture = try await UnsentFixture()
        #expect(try await told(fixture, reason, after: Self.day))
        try await scan(fixture, finished: Self.at.advanced(by: .seconds(-1)))
        #expect(try await told(fixture, reason, after: Self.day), "that was before")
        try await scan(fixture, finished: Self.at.advanced(by: .seconds(1)))
        #expect(try await !told(fixture, reason, after: Self.day))
        await fixture.store.close()
    }

    @Test("nobody waits for an account that is watched no more, and nobody's reading is not everybody's")
    func loggedOut() async throws {
        let fixture = try await UnsentFixture()
        try await fixture.store.write { transaction in
            let server = try transaction.ensureServer(origin: "https://family.example")
            _ = try transaction.ensureAccount(named: "dad", on: server, at: Self.at)
        }
        #expect(try await told(fixture, .deleted, after: Self.day))
        try await scan(fixture, finished: Self.at.advanced(by: .seconds(1)))
        let care = StoreCare(fixture.store)
        for (watched, isTold) in [(["mum"], false), (["mum", "dad"], true), (["mum", "new"], true), ([], true)] {
            let report = try await care.recoveryToTell(now: Self.at.advanced(by: Self.day), watched: watched)
            #expect((report != nil) == isTold, "\(watched)")
        }
        await fixture.store.close()
    }

    @Test("what is missing, or came of a damaged disk, is told whatever is read: for a week")
    func missing() async throws {
        let fixture = try await UnsentFixture()
        try await scan(fixture, finished: Self.at.advanced(by: .seconds(1)))
        let changes: [@Sendable (inout RecoveryReport) -> Void] = [
            { $0.lost = 1 }, { $0.unreadable = ["txn"] }, { $0.damagedLines = 2 },
        ]
        for change in changes {
            #expect(try await told(fixture, .deleted, after: Self.day, change))
            #expect(try await !told(fixture, .deleted, after: Self.day * 8, change))
        }
        #expect(try await told(fixture, .damaged, after: Self.day))
        #expect(try await !told(fixture, .damaged, after: Self.day * 8))
        await fixture.store.close()
    }

    @Test("removing what was set aside ends it")
    func removed() async throws {
        let fixture = try await UnsentFixture()
        let folder = fixture.folder.folder
        #expect(try await told(fixture, .damaged, after: Self.day) { $0.folder = folder })
        #expect(try await !told(fixture, .damaged, after: Self.day * 8) { $0.folder = folder })
        #expect(try await !told(fixture, .damaged, after: Self.day) { $0.folder = folder + "/gone" })
        await fixture.store.close()
    }

    @Test("of a copy that a person restored only what the ledger could not say is told")
    func restored() async throws {
        let fixture = try await UnsentFixture()
        #expect(try await !told(fixture, .restored, after: .seconds(1)))
        #expect(try await told(fixture, .restored, after: .seconds(1)) { $0.damagedLines = 1 })
        await fixture.store.close()
    }

    @Test("lines of the ledger that cannot be read are counted when a store is made anew from it")
    func damagedLines() async throws {
        let fixture = try await UnsentFixture()
        for number in 1...3 { try await fixture.enter(number) }
        await fixture.store.close()
        let path = fixture.folder.folder + "/pocketbell.ledger"
        var bytes = TestStore.read(TestStore.size(path), of: path, at: 0)
        bytes[bytes.count - 40] ^= 2
        TestStore.write(bytes + Array("torn".utf8), to: path)
        for suffix in SetAside.suffixes { unlink(fixture.folder.file + suffix) }
        let store = try await fixture.folder.open()
        let report = try #require(
            try await StoreCare(store).recoveryToTell(now: WallClock.system.now, watched: ["mum"]))
        #expect(report.damagedLines == 2 && !report.isWhole && report.intentsFromLedger == 2)
        await store.close()
    }
}
