import Glibc
import Testing
import Values

@testable import SQLite
@testable import Store

/// A newer version brings the store up to date: what was before is kept, checked, and can be taken up again.
@Suite("Copies before updates")
struct UpdateCopyTests {
    private func copies(_ folder: TestStore) -> [String] {
        StateFolder.names(in: folder.folder).filter { $0.hasPrefix("pocketbell.sqlite-before-") }.sorted()
    }

    @Test("the copy before the last two updates is kept, and no more")
    func generations() async throws {
        let folder = try TestStore()
        try OldStore.make(folder.file, before: "ledger")
        for number in [9, 10, 11] { TestStore.write([1], to: folder.file + "-before-\(number)") }
        let store = try await folder.open()
        await store.close()
        let version = try #require(Migration.all.firstIndex { "\($0.name)" == "ledger" }) + 1
        #expect(copies(folder) == ["pocketbell.sqlite-before-11", "pocketbell.sqlite-before-\(version)"])
        #expect(TestStore.mode(folder.file + "-before-\(version)") == 0o600)
    }

    @Test("where no copy can be made the store stays as it was, and how to go without one is said")
    func impossible() async throws {
        let folder = try TestStore()
        try OldStore.make(folder.file, before: "ledger")
        let version = try #require(Migration.all.firstIndex { "\($0.name)" == "ledger" }) + 1
        mkdir(folder.file + "-before-\(version).partial", 0o700)
        let error = await #expect(throws: StoreError.self) { _ = try await folder.open() }
        #expect(
            error?.sentence.contains("A copy is made before the store is brought up to date, and that failed") == true)
        let waiver = folder.file + "-without-copy"
        #expect(error?.nextStep.contains("touch \(waiver)") == true)
        #expect(try DatabaseFile(folder.file).describe().version == version - 1, "nothing was changed")
        TestStore.write([], to: waiver)
        try await folder.open().close()
        #expect(access(waiver, F_OK) != 0, "once")
        #expect(copies(folder) == ["pocketbell.sqlite-before-\(version).partial"])
    }

    @Test("restore takes such a copy, and brings it up to date in its turn")
    func restored() async throws {
        let folder = try TestStore()
        let fixture = try await OutboxFixture(in: folder)
        try await fixture.alert(1, to: ["chat"])
        await fixture.store.close()
        let old = try TestStore()
        try OldStore.make(old.file, before: "ledger")
        rename(old.file, folder.file + "-before-18")
        let copy = try await StoreRestore(in: StateFolder(folder.folder)).stage(folder.file + "-before-18")
        #expect(copy.transactions == 0)
        let again = try await folder.open()
        #expect(try await StoreCare(again).lastRecovery()?.reason == .restored)
        #expect(try await again.read { try $0.all(LedgerTable.servers) }.count == 1, "the ledger knew of it")
        await again.close()
        TestStore.remove(folder.folder + "/set-aside")
    }
}
