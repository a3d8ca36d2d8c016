import Glibc
import Store
import Testing
import Values

/// `mount` needs a privilege: without it there is no small volume, and nothing to test here.
@Suite("Volumes", .serialized)
struct VolumeTests {
    private static let folder = "/tmp/pocketbell-full-\(getpid())"

    private static let isMounted: Bool = {
        mkdir(folder, 0o700)
        let result = mount("tmpfs", folder, "tmpfs", 0, "size=2m,mode=700")
        if result != 0 { rmdir(folder) }
        return result == 0
    }()

    @Test("nothing acknowledged is lost, and writes work again when there is room", .enabled(if: isMounted))
    func full() async throws {
        defer {
            umount2(Self.folder, Int32(MNT_DETACH))
            rmdir(Self.folder)
        }
        let state = Self.folder + "/state"
        let store = try await Store.open(in: state, logger: TestStore.logger)
        let child = try await store.write { transaction in
            let server = try transaction.ensureServer(origin: "https://a.example")
            let child = ChildRow.sample(on: server.id)
            try transaction.upsert(child)
            return child
        }
        var written = 0
        let text = String(repeating: "x", count: 4_000)
        let error = await #expect(throws: StoreError.self) {
            for number in 0..<1_000 {
                try await store.write { try $0.insert(.sample(number, of: child, description: text)) }
                written = number + 1
            }
        }
        #expect(error?.kind == .full)
        #expect(try await store.transactions(matching: TransactionFilter(limit: 2_000)).count == written)
        let remount = mount("tmpfs", Self.folder, "tmpfs", UInt(MS_REMOUNT), "size=8m")
        try #require(remount == 0)
        #expect(try await store.write { try $0.insert(.sample(5_000, of: child)) })
        await store.close()
        let again = try await Store.open(in: state, logger: TestStore.logger)
        #expect(try await again.transactions(matching: TransactionFilter(limit: 2_000)).count == written + 1)
        await again.close()
    }

    @Test("a volume mounted read-only is said to be", .enabled(if: isMounted))
    func readOnly() async throws {
        let folder = Self.folder + "-read-only"
        mkdir(folder, 0o700)
        try #require(mount("tmpfs", folder, "tmpfs", UInt(MS_RDONLY), "size=1m") == 0)
        defer {
            umount2(folder, Int32(MNT_DETACH))
            rmdir(folder)
        }
        for place in [folder, folder + "/state"] {
            let error = await #expect(throws: StoreError.self) {
                _ = try await Store.open(in: place, logger: TestStore.logger)
            }
            #expect(error?.kind == .readOnly && error?.description.contains(folder) == true)
        }
    }
}
