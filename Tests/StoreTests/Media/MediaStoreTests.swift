import Glibc
import Testing
import Values

@testable import Store

/// Pictures in the state folder: what is kept, what goes, and that nothing goes that nobody has yet.
@Suite("Media")
struct MediaStoreTests {
    private static let now = Timestamp(seconds: 1_700_000_200)
    private static let day = 86_400

    private struct Album {
        let folder: TestStore
        let store: Store
        let media: MediaStore
        let server: ServerRow.ID

        init() async throws {
            folder = try TestStore()
            store = try await folder.open()
            media = MediaStore(store)
            server = try await store.write { try $0.ensureServer(origin: "https://one.example").id }
        }

        var names: [String] { PrivateFile.names(in: folder.folder + "/media").sorted() }

        func keep(_ text: String, as kind: MediaClass = .photo, from source: String, day: Int = 0) async throws {
            try await media.keep(Array(text.utf8), as: kind, of: server, from: source, now: MediaStoreTests.moment(day))
        }

        func text(_ source: String, day: Int = 0) async throws -> String? {
            try await media.bytes(from: source, of: server, now: MediaStoreTests.moment(day))
                .map { String(decoding: $0, as: UTF8.self) }
        }
    }

    private static func moment(_ day: Int) -> Timestamp { now.advanced(by: .seconds(day * Self.day)) }

    @Test("a picture lies in a private file that is named by what is in it, once, whoever needs it")
    func files() async throws {
        let album = try await Album()
        try await album.keep("abc", from: "a")
        try await album.keep("abc", as: .unsent, from: "b")
        let hash = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"
        #expect(album.names == [hash])
        #expect(TestStore.mode(album.folder.folder + "/media/" + hash) == 0o600)
        #expect(TestStore.mode(album.folder.folder + "/media") == 0o700)
        #expect(try await album.text("a") == "abc")
        #expect(try await album.text("b") == "abc")
        #expect(try await album.text("c") == nil)
        // The file goes with the last that needs it.
        try await album.media.clear([.photo], now: Self.now)
        #expect(album.names == [hash])
        #expect(try await album.text("a") == nil)
        #expect(try await album.text("b") == "abc")
        await album.store.close()
    }

    @Test("is there after the store was closed, and a new one takes its place")
    func reopened() async throws {
        let album = try await Album()
        try await album.keep("first", from: "a")
        try await album.keep("second", from: "a")
        await album.store.close()
        let store = try await album.folder.open()
        let bytes = try await MediaStore(store).bytes(from: "a", of: album.server, now: Self.now)
        #expect(bytes == Array("second".utf8))
        await store.close()
    }

    @Test("one whose file was changed or taken away is not there; kept again it is whole")
    func damaged() async throws {
        let album = try await Album()
        try await album.keep("abc", from: "a")
        let path = album.folder.folder + "/media/" + album.names[0]
        TestStore.write(Array("abd".utf8), to: path, truncating: true)
        #expect(try await album.text("a") == nil)
        try await album.keep("abc", from: "a")
        #expect(try await album.text("a") == "abc")
        unlink(path)
        #expect(try await album.text("a") == nil)
        // Nobody leads it to another file by a name.
        #expect(album.media.files.bytes(of: MediaRow.Hash(rawValue: "../" + StateFolder.storeName)) == nil)
        await album.store.close()
    }

    @Test("photos go after 30 days and what was sent after 7; avatars and what is unsent never do")
    func ages() async throws {
        let album = try await Album()
        for kind in MediaClass.allCases { try await album.keep(kind.rawValue, as: kind, from: kind.rawValue) }
        func left(_ day: Int, _ more: Duration = .zero) async throws -> [String] {
            try await album.media.tidy(now: Self.moment(day).advanced(by: more))
            let usage = try await album.media.usage()
            #expect(album.names.count == usage.values.map(\.count).reduce(0, +))
            return MediaClass.allCases.filter { usage[$0]?.count == 1 }.map(\.rawValue)
        }
        #expect(try await left(7) == ["avatar", "photo", "unsent", "sent"])
        #expect(try await left(7, .seconds(1)) == ["avatar", "photo", "unsent"])
        #expect(try await left(30) == ["avatar", "photo", "unsent"])
        #expect(try await left(30, .seconds(1)) == ["avatar", "unsent"])
        #expect(try await left(10_000) == ["avatar", "unsent"])
        #expect(try await left(-10_000) == ["avatar", "unsent"])
        await album.store.close()
    }

    @Test("a person clears what can be fetched again, and nothing else")
    func clear() async throws {
        let album = try await Album()
        for kind in MediaClass.allCases { try await album.keep(kind.rawValue, as: kind, from: kind.rawValue) }
        var gone = MediaUsage()
        (gone.count, gone.bytes) = (2, 11)
        #expect(try await album.media.clear(Set(MediaClass.allCases), now: Self.now) == gone)
        #expect(album.names.count == 2)
        #expect(try await album.text("unsent") == "unsent")
        #expect(try await album.text("sent") == "sent")
        await album.store.close()
    }

    @Test("a file that no row names stays for a week: its row may be lost, and it unsent")
    func orphans() async throws {
        let album = try await Album()
        try await album.keep("abc", as: .unsent, from: "a")
        let raw = try RawDatabase(album.folder.file)
        try raw.execute("DELETE FROM media")
        var clock = timespec()
        clock_gettime(CLOCK_REALTIME, &clock)
        let now = Timestamp(seconds: Int64(clock.tv_sec))
        try await album.media.tidy(now: now.advanced(by: .seconds(6 * Self.day)))
        #expect(album.media.files.bytes(of: MediaRow.Hash(rawValue: album.names[0])) == Array("abc".utf8))
        try await album.media.tidy(now: now.advanced(by: .seconds(8 * Self.day)))
        #expect(album.names == [])
        await album.store.close()
    }

    @Test("one that the disk has no room for leaves no row, and says so")
    func full() async throws {
        let album = try await Album()
        // A file in the folder's place.
        TestStore.write([], to: album.folder.folder + "/media")
        await #expect(throws: StoreError.self) { try await album.keep("abc", from: "a") }
        #expect(try await album.media.usage()[.photo] == MediaUsage())
        await album.store.close()
    }
}
