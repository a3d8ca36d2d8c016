import Glibc
import SQLite
import TestSupport
import Testing
import Values

@testable import Store

@Suite("The store's room", .enabled(if: SmallDisk.isPermitted, "mounting a file system is not permitted here"))
struct StoreRoomTests {
    private func status(_ path: String) -> stat {
        var status = stat()
        stat(path, &status)
        return status
    }

    @Test("the ballast is blocks and not a length, private, and where there is no room for it nothing of it stays")
    func ballast() throws {
        let folder = try TemporaryFolder()
        let disk = try SmallDisk("\(folder.path)/state", megabytes: 16)
        let (state, path) = (StateFolder("\(folder.path)/state"), "\(folder.path)/state/pocketbell.ballast")
        let ballast = Ballast(in: state)
        let before = try #require(state.roomReading()).free
        #expect(ballast.make(2 << 20) && ballast.size >= 2 << 20)
        #expect(try #require(state.roomReading()).free <= before - 2 << 20)
        #expect(status(path).st_mode & 0o777 == 0o600)
        #expect(ballast.make(1 << 20) && ballast.size < 2 << 20, "another size takes its place")
        #expect(ballast.release() && !ballast.release())
        #expect(!ballast.make(64 << 20))
        #expect(access(path, F_OK) != 0, "half a ballast fills a disk and helps nobody")
        withExtendedLifetime(disk) {}
    }

    @Test("on a full disk nothing new is taken, what was begun is ended with the ballast's room, and it is sound after")
    func full() async throws {
        let folder = try TemporaryFolder()
        let disk = try SmallDisk("\(folder.path)/state", megabytes: 16)
        let store = try await Store.open(in: "\(folder.path)/state", logger: TestStore.logger)
        #expect(store.room.makeBallast() && store.room.level == .ok)
        let child = try await store.write { transaction in
            let child = ChildRow.sample(on: try transaction.ensureServer(origin: "https://a.example").id)
            try transaction.upsert(child)
            return child
        }
        try disk.fill()
        #expect(store.room.level == .full)
        let refusal = #expect(throws: StoreError.self) { try store.room.require() }
        #expect(refusal?.kind == .full && refusal?.sentence.hasPrefix("The disk is full: 0 B are left") == true)
        var written = 0
        await #expect(throws: StoreError.self) {
            for number in 0..<4_000 {
                try await store.write { try $0.insert(.sample(number, of: child, description: "\(number) kites")) }
                written += 1
            }
        }
        #expect(store.room.takeRefusal() && !store.room.takeRefusal())
        store.room.releaseBallast()
        #expect(store.room.level == .full, "the ballast's room is lent, not given")
        let copies = KeptCopies(StoreCare(store))
        let copy = await #expect(throws: StoreError.self) { _ = try await copies.make(now: Timestamp(seconds: 0)) }
        #expect(copy?.kind == .full && copies.all.isEmpty, "nor to copies")
        try await StoreCare(store).emptyLog()
        for number in 5_000..<5_050 { try await store.write { try $0.insert(.sample(number, of: child)) } }
        disk.makeRoom()
        #expect(store.room.makeBallast() && store.room.level == .ok)
        try store.room.require()
        #expect(try await store.transactions(matching: TransactionFilter(limit: 9_999)).count == written + 50)
        #expect(try await store.database.checkEverything() == [])
        await store.close()
        withExtendedLifetime(disk) {}
    }

    @Test("a store that cannot be opened for want of room is opened with the ballast's")
    func opening() async throws {
        let folder = try TemporaryFolder()
        let disk = try SmallDisk("\(folder.path)/state", megabytes: 16)
        let store = try await Store.open(in: "\(folder.path)/state", logger: TestStore.logger)
        #expect(store.room.makeBallast())
        await store.close()
        try disk.fill()
        let again = try await Store.open(in: "\(folder.path)/state", logger: TestStore.logger)
        #expect(again.room.level == .full && Ballast(in: StateFolder("\(folder.path)/state")).size == 0)
        try await again.write { try $0.setMeta("a", to: "b") }
        await again.close()
        withExtendedLifetime(disk) {}
    }
}
