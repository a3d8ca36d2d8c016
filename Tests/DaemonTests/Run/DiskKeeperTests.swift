import Glibc
import Observability
import Runtime
import Store
import TestSupport
import TestWaiting
import Testing

@testable import Daemon

/// What keeps the room, on a real small disk.
@Suite("The keeper of the room", .enabled(if: SmallDisk.isPermitted, "mounting a file system is not permitted here"))
struct DiskKeeperTests {
    @Test("gives the ballast away on a full disk, tells it, and has everything go on once there is room")
    func course() async throws {
        let folder = try TemporaryFolder()
        let disk = try SmallDisk("\(folder.path)/state", megabytes: 16)
        let ballast = "\(folder.path)/state/pocketbell.ballast"
        let logger = Logger(component: "test", threshold: LogThreshold(.error), sink: CapturingSink())
        let store = try await Store.open(in: "\(folder.path)/state", logger: logger)
        let (told, wentOn) = (Watched(0), Watched(0))
        let keeper = DiskKeeper(store, logger: logger) {
            told.withLock { $0 += 1 }
        } goOn: {
            wentOn.withLock { $0 += 1 }
        }
        async let run: Void = keeper.run()
        try await eventually("the ballast is made") { access(ballast, F_OK) == 0 }
        #expect(store.room.phase == .ok)
        try disk.fill()
        await #expect(throws: StoreError.self) {
            for number in 0..<4_000 { try await store.write { try $0.setTestMeta(number) } }
        }
        _ = await told.wait { $0 > 0 ? true : nil }
        #expect(store.room.phase == .full && store.room.level == .full)
        #expect(wentOn.withLock { $0 } == 0)
        // The first write after the ballast is gone goes through.
        try await eventually("the ballast's room is given away") { access(ballast, F_OK) != 0 }
        try await store.write { try $0.setTestMeta(9_999) }
        disk.makeRoom()
        _ = await wentOn.wait { $0 > 0 ? true : nil }
        #expect(store.room.phase == .ok && access(ballast, F_OK) == 0)
        #expect(told.withLock { $0 } == 2, "its beginning and its end")
        await keeper.stop()
        try await run
        await store.close()
        withExtendedLifetime(disk) {}
    }
}

extension StoreTransaction {
    fileprivate borrowing func setTestMeta(_ number: Int) throws {
        _ = try ensureServer(origin: "https://\(number).example/" + String(repeating: "x", count: 3_000))
    }
}
