import SQLite
import Store
import Testing
import Values

@Suite("Records")
struct RecordTests {
    private let bench: RecordBench

    init() async throws { bench = try await RecordBench() }

    @Test("what is taken is there after the file was opened again, in the order of its list")
    func reopened() async throws {
        let rows = [bench.row("b", rank: 1), bench.row("a", rank: 2, content: #"{"name":"DROP TABLE; 'ü'"}"#)]
        try await bench.read(rows)
        await bench.store.close()
        let second = try await bench.folder.open()
        #expect(try await second.read { try $0.records(.goal) } == rows)
        #expect(try await second.read { try $0.records(.goal, limit: 1) }.map(\.id.rawValue) == ["b"])
        #expect(try await second.read { try $0.records(.wish) } == [])
        await second.close()
    }

    @Test("the same again is no revision, another place neither; other words are, with what was said before")
    func revisions() async throws {
        try await bench.read([bench.row("a")])
        for (rank, content, isNew) in [(1, "{}", false), (5, "{}", false), (5, #"{"name":"Bike"}"#, true)] {
            let row = bench.row("a", rank: rank, content: content, at: 9)
            #expect(try await bench.store.write { try $0.take(row) } == isNew)
        }
        let row = try #require(await bench.stored("a"))
        #expect(
            row.revision == 2 && row.rank == 5 && row.changedAt == bench.moment(9) && row.firstSeenAt == bench.moment(0)
        )
        let before = try await bench.revisions("a")
        #expect(
            before.map(\.number) == [1] && before.map(\.content) == ["{}"] && before.map(\.since) == [bench.moment(0)])
        #expect(before.map(\.until) == [bench.moment(9)])
    }

    @Test("a record that an answer lacks is withdrawn when it still is after the patience, not before")
    func withdrawn() async throws {
        try await bench.read([bench.row("a"), bench.row("b")])
        #expect(try await bench.read([bench.row("a")], at: 10) == [])
        #expect(try await bench.ids() == ["a", "b"])
        #expect(try await bench.read([bench.row("a")], at: 309) == [])
        #expect(try await bench.read([bench.row("a")], at: 310) == ["b"])
        #expect(try await bench.ids() == ["a"])
        let gone = try #require(await bench.stored("b"))
        #expect(gone.isGone && gone.revision == 2 && gone.changedAt == bench.moment(310))
        #expect(try await bench.read([bench.row("a")], at: 700) == [], "it is withdrawn once")
    }

    @Test("who is listed again in between is not missing any more")
    func shortAbsence() async throws {
        try await bench.read([bench.row("a")])
        try await bench.read([], at: 10)
        try await bench.read([bench.row("a")], at: 20)
        #expect(try await bench.read([], at: 320) == [])
        #expect(try await bench.ids() == ["a"])
    }

    @Test("what comes back is a revision more, also if it says what it said before")
    func reappears() async throws {
        try await bench.read([bench.row("a")])
        try await bench.read([], at: 0)
        #expect(try await bench.read([], at: 300) == ["a"])
        try await bench.read([bench.row("a")], at: 400)
        let row = try #require(await bench.stored("a"))
        #expect(!row.isGone && row.revision == 3 && row.firstSeenAt == bench.moment(0))
        #expect(try await bench.revisions("a").map(\.isGone) == [false, true])
        #expect(try await bench.ids() == ["a"])
    }

    @Test("what two logins see is gone when neither does")
    func twoLogins() async throws {
        let dad = try await bench.account("dad")
        try await bench.read([bench.row("a")])
        try await bench.read([bench.row("a")], by: dad)
        for moment in [0, 300] { #expect(try await bench.read([], at: moment) == []) }
        #expect(try await bench.ids() == ["a"])
        try await bench.read([], by: dad, at: 300)
        #expect(try await bench.read([], by: dad, at: 600) == ["a"])
        let row = bench.row("a")
        #expect(try await !bench.store.read { try $0.isSeen(row, byOtherThan: dad.id) })
    }

    @Test("another person's login sees nothing of before, and takes nothing from another account's")
    func anotherPerson() async throws {
        let (dad, moment) = (try await bench.account("dad"), bench.moment(50))
        try await bench.read([bench.row("a"), bench.row("b")])
        try await bench.read([bench.row("b")], by: dad)
        let mum = bench.mum.id
        try await bench.store.write {
            try $0.note(RecordListRow(account: mum, kind: .goal, owner: "alice", readAt: moment))
        }
        try await bench.store.write { try $0.setUser("somebody", role: "Parent", of: mum, at: moment) }
        #expect(try await bench.ids() == ["b"])
        #expect(try await bench.store.read { try $0.recordIDs(of: mum, .goal, owner: "alice") } == [])
        #expect(try await bench.store.read { try $0.recordLists(of: mum) } == [])
        #expect(try await bench.store.read { try $0.recordIDs(of: dad.id, .goal, owner: "alice") }.count == 1)
    }

    @Test("what is too old is out of sight at once")
    func behind() async throws {
        try await bench.read([bench.row("new", rank: -20), bench.row("old", rank: -10)])
        let (mum, moment) = (bench.mum, bench.moment(5))
        let gone = try await bench.store.write { try $0.unlink(mum, .goal, behind: -15, at: moment) }
        #expect(gone.map(\.rawValue) == ["old"])
        #expect(try await bench.ids() == ["new"])
    }

    @Test("a list's last answer stays when a later try fails, and the failure is said until the next answer")
    func lists() async throws {
        let mum = bench.mum.id
        func note(_ readAt: Timestamp?, _ failure: String?) async throws -> RecordListRow? {
            let row = RecordListRow(account: mum, kind: .goal, owner: "alice", readAt: readAt, failure: failure)
            try await bench.store.write { try $0.note(row) }
            return try await bench.store.read { try $0.recordList(of: mum, .goal, owner: "alice") }
        }
        var row = try await note(nil, "unavailable")
        #expect(row?.readAt == nil && row?.failure == "unavailable")
        row = try await note(bench.moment(1), nil)
        #expect(row?.readAt == bench.moment(1) && row?.failure == nil)
        row = try await note(nil, "refused")
        #expect(row?.readAt == bench.moment(1) && row?.failure == "refused")
        let known = try #require(row)
        #expect(try await bench.store.read { try $0.recordLists(.goal) } == [known])
        try await bench.store.write { try $0.forget(known) }
        #expect(try await bench.store.read { try $0.recordLists(of: mum) } == [])
    }

    @Test("one child's records, of whichever server")
    func child() async throws {
        var bruno = bench.row("b")
        bruno.child = ChildRow.ID(rawValue: "bruno")
        try await bench.read([bench.row("a"), bruno])
        #expect(
            try await bench.store.read { try $0.records(.goal, of: ChildRow.ID(rawValue: "bruno")) }.map(\.id.rawValue)
                == ["b"])
    }

    @Test("a store of before is taken over whole, and takes records from then on")
    func upgrade() async throws {
        let folder = try TestStore()
        try OldStore.make(folder.file, before: "records")
        let raw = try RawDatabase(folder.file)
        try raw.execute(
            """
            INSERT INTO server VALUES (1, 'https://family.example');
            INSERT INTO account (name, server, user_id, role) VALUES ('mum', 1, 'u', 'Parent');
            INSERT INTO child (server, id, first_name, last_name, balance, seen_at) VALUES (1, 'alice', 'Alice', 'Reed', '10.00', 5);
            INSERT INTO txn VALUES (1, 'a', 'alice', '1', 'credit', '', '', '9', 7, NULL, NULL, 1, 7, 'scan', 1);
            """)
        let store = try await folder.open()
        let mum = try #require(try await store.read { try $0.account(named: "mum") })
        #expect(try await store.read { try $0.recordLists(of: mum.id) } == [])
        let row = RecordRow(
            server: mum.server, kind: .goal, id: RecordRow.ID(rawValue: "g"), child: nil, rank: 1, content: "{}",
            at: Timestamp(seconds: 1))
        try await store.write { transaction in
            try transaction.take(row)
            try transaction.link(mum, to: row, owner: "alice")
        }
        #expect(try await store.read { try $0.records(.goal) } == [row])
        #expect(try await store.transactions(matching: TransactionFilter(limit: 9)).map(\.id.rawValue) == ["a"])
        #expect(try await store.recount() == [])
        await store.close()
    }

    @Test("a link to nothing is refused, and an account that is removed takes its links along")
    func foreignKeys() async throws {
        try await bench.read([bench.row("a")])
        let raw = try RawDatabase(bench.folder.file)
        try raw.execute("PRAGMA foreign_keys = ON")
        for sql in [
            "INSERT INTO account_record (account, kind, id, server, owner) VALUES (1, 'goal', 'nobody', 1, '')",
            "DELETE FROM record", "INSERT INTO record_revision VALUES (1, 'goal', 'nobody', 1, '{}', 0, 0, 0)",
        ] {
            #expect(throws: RawDatabase.Failure.self, "\(sql)") { try raw.execute(sql) }
        }
        try raw.execute("DELETE FROM account")
        #expect(try raw.rows("SELECT count(*) FROM account_record") == [["0"]])
    }
}
