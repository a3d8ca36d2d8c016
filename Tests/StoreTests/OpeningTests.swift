import Glibc
import SQLite
import Store
import Testing
import Values

@Suite("Opening")
struct OpeningTests {
    private func failure(_ folder: TestStore) async -> StoreError? {
        await #expect(throws: StoreError.self) { _ = try await folder.open() }
    }

    @Test("folders that are missing are made for this user alone, and so are the files")
    func modes() async throws {
        let folder = try TestStore()
        let deep = folder.folder + "/a/b"
        let store = try await Store.open(in: deep + "/", logger: TestStore.logger)
        try await store.write { try $0.setMeta("key", to: "value") }
        #expect(store.path == deep + "/pocketbell.sqlite")
        #expect(TestStore.mode(folder.folder + "/a") == 0o700 && TestStore.mode(deep) == 0o700)
        for suffix in ["", "-wal", "-shm", "-lock"] { #expect(TestStore.mode(store.path + suffix) == 0o600) }
        await store.close()
    }

    @Test("a folder that is there keeps its mode; one in which others may write is refused with the next step")
    func tightening() async throws {
        let folder = try TestStore()
        for mode: mode_t in [0o755, 0o750, 0o700] {
            chmod(folder.folder, mode)
            try await folder.open().close()
            #expect(TestStore.mode(folder.folder) == mode)
        }
        for mode: mode_t in [0o770, 0o702, 0o1777] {
            chmod(folder.folder, mode)
            let error = await failure(folder)
            #expect(error?.kind == .readOnly && error?.description.contains("chmod go-w \(folder.folder)") == true)
        }
        chmod(folder.folder, 0o700)
    }

    @Test("somebody else's folder is refused, and its owner named", .enabled(if: geteuid() == 0))
    func foreign() async throws {
        let folder = try TestStore()
        chown(folder.folder, 1, 1)
        let error = await failure(folder)
        #expect(error?.kind == .readOnly && error?.sentence.contains("belongs to the user daemon") == true)
        chown(folder.folder, 0, 0)
    }

    @Test("a second copy is refused and told who has it; the first one's end lets it in")
    func inUse() async throws {
        let folder = try TestStore()
        let first = try await folder.open()
        let error = await failure(folder)
        #expect(error?.kind == .inUse)
        #expect(error?.sentence.contains("process \(getpid())") == true)
        await first.close()
        try await folder.open().close()
    }

    @Test("a newer program's store is refused and left as it is")
    func newer() async throws {
        let folder = try TestStore()
        try await folder.open().close()
        // user_version is the big-endian number at byte 60.
        let version = TestStore.read(4, of: folder.file, at: 60)
        TestStore.write([0, 0, 0, 99], to: folder.file, at: 60)
        let error = await failure(folder)
        #expect(error?.kind == .newerVersion)
        TestStore.write(version, to: folder.file, at: 60)
        try await folder.open().close()
    }

    @Test("another program's file is left alone and said to be one")
    func foreignFile() async throws {
        let folder = try TestStore()
        try await folder.open().close()
        // Another program's mark, at byte 68.
        TestStore.write([1, 2, 3, 4], to: folder.file, at: 68)
        #expect(await failure(folder)?.kind == .unusable)
    }

    @Test("a folder that cannot be written, or is a file, is named with the next step", .enabled(if: geteuid() != 0))
    func readOnly() async throws {
        let folder = try TestStore()
        chmod(folder.folder, 0o500)
        let error = await failure(folder)
        #expect(error?.kind == .readOnly)
        #expect(error?.description.contains(folder.folder) == true)
        let inside = await #expect(throws: StoreError.self) {
            _ = try await Store.open(in: folder.folder + "/inside", logger: TestStore.logger)
        }
        #expect(inside?.kind == .readOnly)
        chmod(folder.folder, 0o700)
    }

    @Test("a file in the folder's place is no folder")
    func notAFolder() async throws {
        let folder = try TestStore()
        TestStore.write([1], to: folder.folder + "/file")
        let error = await #expect(throws: StoreError.self) {
            _ = try await Store.open(in: folder.folder + "/file", logger: TestStore.logger)
        }
        #expect(error?.kind == .unusable)
    }

    @Test("every kind of error says what is wrong and what to do")
    func kinds() {
        for kind in StoreError.Kind.allCases {
            let error = StoreError(kind, "What.", nextStep: "Then.")
            #expect(error.description == "What. Then.")
        }
    }
}
