import Glibc
import SQLite
import Testing
import Values

@testable import Store

/// A copy is one file, and has what orders have yet to send.
@Suite("Photos in copies")
struct CopiedPhotoTests {
    private func copied(_ source: UnsentFixture) async throws -> (path: String, copy: StoreCopy) {
        let path = source.folder.folder + "/family.copy"
        return (path, try await StoreCare(source.store).backUp(to: path, replaces: true))
    }

    private func photo(_ number: Int, _ store: Store, _ server: ServerRow.ID) async throws -> String? {
        try await MediaStore(store).bytes(
            from: UnsentFixture.id(number).rawValue, of: server, now: UnsentFixture.now
        ).map { String(decoding: $0, as: UTF8.self) }
    }

    @Test("a copy that is taken up elsewhere brings its photos along, and the store that has them no room for a second")
    func elsewhere() async throws {
        let source = try await UnsentFixture()
        for number in 1...3 { try await source.done(number, photo: "photo \(number % 2)") }
        let (path, made) = try await copied(source)
        #expect(made.photos == 2 && made.lostPhotos == 0 && made.intents == 3)
        let target = try TestStore()
        let staged = try await StoreRestore(in: StateFolder(target.folder)).stage(path)
        #expect(staged.photos == 2 && staged.lostPhotos == 0)
        let store = try await target.open()
        for number in 1...3 { #expect(try await photo(number, store, source.child.server) == "photo \(number % 2)") }
        #expect(try RawDatabase(target.file).rows("SELECT count(*) FROM copied_photo") == [["0"]])
        #expect(try RawDatabase(path).rows("SELECT count(*) FROM copied_photo") == [["2"]], "the copy stays as it is")
        await store.close()
        await source.store.close()
    }

    @Test("a photo that is gone, or damaged in the copy, is counted and no other is lost with it")
    func lost() async throws {
        let source = try await UnsentFixture()
        for number in 1...3 { try await source.done(number, photo: "photo \(number)") }
        let gone = MediaFiles.hash(of: Array("photo 1".utf8)).rawValue
        unlink(source.folder.folder + "/media/" + gone)
        let (path, made) = try await copied(source)
        #expect(made.photos == 2 && made.lostPhotos == 1)
        let damaged = MediaFiles.hash(of: Array("photo 2".utf8)).rawValue
        try RawDatabase(path).execute("UPDATE copied_photo SET bytes = x'00' WHERE hash = '\(damaged)'")
        let target = try TestStore()
        let staged = try await StoreRestore(in: StateFolder(target.folder)).stage(path)
        #expect(staged.photos == 1 && staged.lostPhotos == 2)
        let store = try await target.open()
        #expect(try await photo(2, store, source.child.server) == nil)
        #expect(try await photo(3, store, source.child.server) == "photo 3")
        await store.close()
        await source.store.close()
    }

    @Test("photos that are fetched, or were sent, are not in a copy: they can be had again, or are not needed")
    func others() async throws {
        let source = try await UnsentFixture()
        try await source.done(1, photo: "sent")
        _ = try await source.intents.discard(UnsentFixture.id(1), now: UnsentFixture.now)
        try await MediaStore(source.store).keep(
            Array("face".utf8), as: .avatar, of: source.child.server, from: "https://a.example/face",
            now: UnsentFixture.now)
        let (path, made) = try await copied(source)
        #expect(made.photos == 0 && made.lostPhotos == 0)
        #expect(try RawDatabase(path).rows("SELECT count(*) FROM copied_photo") == [["0"]])
        await source.store.close()
    }
}
