import Glibc
import Runtime
import SQLite
import TestSupport
import Testing
import Values

@testable import Store

@Suite("The ledger")
struct LedgerTests {
    private func lines(_ folder: TestStore) throws -> [LedgerLine] {
        let path = folder.folder + "/pocketbell.ledger"
        let bytes = TestStore.read(TestStore.size(path), of: path, at: 0)
        return String(decoding: bytes, as: UTF8.self).split(separator: "\n").compactMap { LedgerLine($0) }
    }

    @Test(
        "a line's cells come back whatever they begin with",
        arguments: [
            "plain", "\u{301}ccc", "\u{1F3FD}skin", "\u{200C}joined", "\u{FE0F}", "\n\u{301}", "=\u{301}",
            "\\\u{301}\t", "",
        ])
    func marks(text: String) throws {
        let line = LedgerLine(
            number: 7, word: .row(.intent, TableRow(["description": .text(text), "id": .integer(1)])))
        #expect(LedgerLine(Substring(line.text)) == line)
    }

    private func told(_ folder: TestStore) throws -> [String] {
        try lines(folder).compactMap { line in
            if case .told(let told, _) = line.word { "\(told.alert.suffix(5)) \(told.target)" } else { nil }
        }
    }

    @Test("an outcome is in the file as soon as the store has it, and in nobody else's sight")
    func synced() async throws {
        let fixture = try await OutboxFixture()
        try await fixture.alert(1, to: ["chat", "phone"])
        _ = try await fixture.begin(1, 2)
        #expect(try told(fixture.folder) == [])
        try await fixture.finish(1, .delivered)
        #expect(try told(fixture.folder) == ["txn-1 chat"])
        try await fixture.finish(2, .retry(at: OutboxFixture.now))
        #expect(try told(fixture.folder) == ["txn-1 chat"], "it was not told")
        #expect(TestStore.mode(fixture.folder.folder + "/pocketbell.ledger") == 0o600)
        // What a person wants told after all is no longer told.
        try await fixture.order(.discard, 2)
        try await fixture.order(.retry, 2)
        let last = try lines(fixture.folder).last?.word
        #expect(last == .untold(.init(alert: "new|https://family.example|txn-1", target: "phone")))
        await fixture.store.close()
    }

    @Test("numbers only grow, and what the file has leaves the store with the next commit")
    func numbers() async throws {
        let fixture = try await OutboxFixture()
        for number in 1...5 { try await fixture.alert(number, to: ["chat"]) }
        for number: Int64 in 1...5 {
            _ = try await fixture.begin(number)
            try await fixture.finish(number, .delivered)
        }
        let numbers = try lines(fixture.folder).map(\.number)
        #expect(numbers == numbers.sorted() && Set(numbers.dropFirst(1)).count > 4)
        let due = try await fixture.store.read { try $0.all(LedgerTable.due, 0, 10) }
        #expect(due.count == 1)
        #expect(try await fixture.store.read { try $0.ledgerHead() } == numbers.last)
        await fixture.store.close()
    }

    @Test(
        "a file that cannot be written costs a commit nothing for a while, then a part at a time; it ends with all in order",
        .enabled(if: SmallDisk.isPermitted, "mounting a file system is not permitted here"))
    func unwritable() async throws {
        let (folder, place) = (try TestStore(), try TemporaryFolder())
        let disk = try SmallDisk("\(place.path)/ledger", megabytes: 1)
        let clock = Lock(Duration.zero)
        let ledger = try Ledger(in: StateFolder("\(place.path)/ledger"), now: { clock.withLock { $0 } })
        var configuration = DatabaseConfiguration(path: folder.file, applicationID: StoreMark.applicationID)
        configuration.companion = ledger
        let database = try await Database.open(configuration, migrations: Migration.all)
        func note(_ count: Int) async throws {
            try await database.write { transaction in
                for number in 0..<count { try transaction.run(Self.told, "alert \(number)", OutboxFixture.now) }
            }
        }
        try await note(1)
        try disk.fill()
        try await note(2 * Ledger.part)
        #expect(ledger.failure?.isFull == true && ledger.head == 1)
        disk.makeRoom()
        try await note(1)
        #expect(ledger.head == 1 && ledger.failure != nil, "it is left alone for a while")
        clock.withLock { $0 += Ledger.patience }
        var heads: [Int64] = []
        for _ in 0..<4 {
            try await database.write { _ in }
            heads.append(ledger.head)
        }
        let part = Int64(Ledger.part)
        #expect(heads == [1 + part, 1 + 2 * part, 2 + 2 * part, 2 + 2 * part] && ledger.failure == nil)
        // What comes from then on is whole again, however much it is.
        try await note(2 * Ledger.part)
        #expect(ledger.head == 2 + 4 * part)
        let path = "\(place.path)/ledger/pocketbell.ledger"
        let text = String(decoding: TestStore.read(TestStore.size(path), of: path, at: 0), as: UTF8.self)
        #expect(text.split(separator: "\n").compactMap { LedgerLine($0)?.number } == Array(1...(2 + 4 * part)))
        await database.close()
        withExtendedLifetime(disk) {}
    }

    private static let told = Update<String, Timestamp>(
        "test.told", "INSERT INTO ledger_due (kind, key, other, at) VALUES ('told', ?1, 'chat', ?2)")

    @Test("a ledger that was taken away is written anew from the store, at the next start and by upkeep")
    func takenAway() async throws {
        let fixture = try await OutboxFixture()
        for number in 1...2 { try await fixture.alert(number, to: ["chat"]) }
        _ = try await fixture.begin(1)
        try await fixture.finish(1, .delivered)
        unlink(fixture.folder.folder + "/pocketbell.ledger")
        try await StoreCare(fixture.store).tendLedger(now: OutboxFixture.now)
        #expect(try told(fixture.folder) == ["txn-1 chat"])
        await fixture.store.close()
        unlink(fixture.folder.folder + "/pocketbell.ledger")
        let again = try await OutboxFixture(in: fixture.folder)
        #expect(try told(fixture.folder) == ["txn-1 chat"])
        #expect(try await StoreCare(again.store).lastRecovery() == nil, "the store is the right one")
        _ = try await again.begin(2)
        try await again.finish(2, .delivered)
        #expect(try told(fixture.folder) == ["txn-1 chat", "txn-2 chat"])
        await again.store.close()
    }

    @Test("half a line, a flipped bit: the line is passed over, and the store brings it again")
    func torn() async throws {
        let fixture = try await OutboxFixture()
        for number in 1...3 { try await fixture.alert(number, to: ["chat"]) }
        for number: Int64 in 1...2 {
            _ = try await fixture.begin(number)
            try await fixture.finish(number, .delivered)
        }
        await fixture.store.close()
        let path = fixture.folder.folder + "/pocketbell.ledger"
        truncate(path, TestStore.size(path) - 5)
        let again = try await OutboxFixture(in: fixture.folder)
        #expect(try Set(told(fixture.folder)) == ["txn-1 chat", "txn-2 chat"])
        #expect(try await StoreCare(again.store).lastRecovery() == nil)
        await again.store.close()
        // In the middle: nobody knows before the ledger is asked, and then one line is missing.
        var bytes = TestStore.read(TestStore.size(path), of: path, at: 0)
        bytes[bytes.count / 2] ^= 4
        TestStore.write(bytes, to: path, truncating: true)
        let contents = try LedgerFile(path).read()
        #expect(contents.damaged == 2, "the half of before, and this")
    }

    @Test("on a full disk the store goes first, and the ledger follows once there is room")
    func behind() async throws {
        let fixture = try await OutboxFixture()
        try await fixture.alert(1, to: ["chat"])
        // As a crash between the two leaves it.
        try await fixture.store.write { transaction in
            try transaction.run(LedgerTable.raise, 1_000)
        }
        await fixture.store.close()
        let path = fixture.folder.folder + "/pocketbell.ledger"
        let again = try await OutboxFixture(in: fixture.folder)
        #expect(try await StoreCare(again.store).lastRecovery() == nil)
        _ = try await again.begin(1)
        try await again.finish(1, .delivered)
        #expect(try lines(fixture.folder).last?.number ?? 0 > 1_000)
        #expect(TestStore.size(path) > 0)
        await again.store.close()
    }
}
