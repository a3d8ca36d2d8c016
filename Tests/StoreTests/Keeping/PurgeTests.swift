import Store
import Testing
import Values

@Suite("Purging")
struct PurgeTests {
    private let moment = Timestamp(seconds: 1_700_000_500)

    private func store(_ folder: TestStore) async throws -> (Store, AccountRow) {
        let (store, moment) = (try await folder.open(), moment)
        let account = try await store.write { transaction in
            let server = try transaction.ensureServer(origin: "https://a.example")
            return try transaction.ensureAccount(named: "mum", on: server, at: moment)
        }
        return (store, account)
    }

    private func limits(room: Int = 64 << 20, hints: Int = 100_000) -> StoreLimits {
        var limits = StoreLimits()
        (limits.journalRoom, limits.settledHints, limits.step) = (room, hints, 7)
        return limits
    }

    @Test("what is old goes, but nothing that an open hint rests on")
    func age() async throws {
        let folder = try TestStore()
        let (store, account) = try await store(folder)
        let moment = moment
        let hint = try await store.write { transaction in
            let first = try transaction.journal([1], from: .hub, account: account.id, at: moment)
            _ = try transaction.journal([2], from: .rest, account: account.id, at: moment)
            let hint = try transaction.openHint(account: account.id, target: "X", journal: first, at: moment)
            let settled = try transaction.openHint(account: account.id, target: "X", journal: first, at: moment)
            try transaction.settle(settled, as: .reported, at: moment)
            return hint
        }
        let last = moment.advanced(by: .seconds(14 * 86_400))
        #expect(try await store.purge(now: last) == 0)
        #expect(try await store.purge(now: last.advanced(by: .seconds(1))) == 2)
        #expect(try await store.read { try $0.journal(limit: 5) }.map(\.bytes) == [[1]])
        #expect(try await store.read { try $0.openHints(of: account.id) }.map(\.id) == [hint])
        try await store.write { try $0.settle(hint, as: .resolved, at: last) }
        #expect(try await store.purge(now: last.advanced(by: .seconds(1))) == 1)
        let counts = try await store.counts()
        #expect(counts.hints == 2 && counts.isBalanced && counts.journal == 0)
        await store.close()
    }

    @Test("beyond its room the journal loses its oldest entries, and what open hints fill is kept without bytes")
    func room() async throws {
        let folder = try TestStore()
        let (store, account) = try await store(folder)
        let (moment, limits) = (moment, limits(room: 100_000))
        for number in 0..<30 {
            let isOverfull = try await store.write { transaction in
                let entry = try transaction.journal(
                    Array(repeating: UInt8(number), count: 10_000), from: .hub, account: account.id,
                    at: moment.advanced(by: .seconds(Int64(number))), limits: limits)
                let hint = try transaction.openHint(account: account.id, target: "X", journal: entry, at: moment)
                if number >= 5 { try transaction.settle(hint, as: .resolved, at: moment) }
                return try transaction.isOverfull(limits)
            }
            if isOverfull { try await store.purge(keeping: limits, now: moment) }
        }
        let journal = try await store.read { try $0.journal(limit: 100) }
        #expect(try await store.read { try $0.journalRoom() } <= 100_000)
        #expect(journal.suffix(5).map { $0.bytes.first } == [4, 3, 2, 1, 0])
        #expect(journal.first?.bytes == [] || journal.first?.bytes.first == 29)
        #expect(journal.allSatisfy { $0.size == 10_000 })
        #expect(try await store.recount() == [])
        // Nothing but open hints: there is nothing to purge, and no more bytes are taken.
        for _ in 0..<20 {
            try await store.write { transaction in
                let entry = try transaction.journal(
                    Array(repeating: 7, count: 20_000), from: .hub, account: account.id, at: moment, limits: limits)
                _ = try transaction.openHint(account: account.id, target: "X", journal: entry, at: moment)
            }
            try await store.purge(keeping: limits, now: moment)
        }
        #expect(try await store.read { try $0.journalRoom() } < 110_000)
        #expect(try await store.counts().openHints == 25)
        await store.close()
    }

    @Test("settled hints beyond their number go, the oldest first, and are counted on")
    func number() async throws {
        let folder = try TestStore()
        let (store, account) = try await store(folder)
        let (moment, limits) = (moment, limits(hints: 40))
        try await store.write { transaction in
            for number in 0..<100 {
                let hint = try transaction.openHint(account: account.id, target: "X", journal: nil, at: moment)
                // A clock that was years ahead.
                let late = moment.advanced(by: .seconds(Int64(number) * 86_400 * 90))
                if number.isMultiple(of: 2) { try transaction.settle(hint, as: .reported, at: late) }
            }
        }
        #expect(try await store.purge(keeping: limits, now: moment) == 15)
        #expect(try await store.read { try $0.reportedHints(of: account.id) }.count == 35)
        let counts = try await store.counts()
        #expect(counts.hints == 100 && counts.openHints == 50 && counts.reportedHints == 50 && counts.isBalanced)
        #expect(try await store.recount() == [])
        await store.close()
    }
}
