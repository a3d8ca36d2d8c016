import Glibc
import TestSupport
import Testing

@testable import Store

/// Where a copy may be put, and what may be taken up as one.
@Suite("Places of copies")
struct CopyPlaceTests {
    @Test("a copy takes the place of a file, and of nothing else; nothing that lies below the store's folder gives way")
    func places() async throws {
        let home = try TestStore()
        let store = try await home.open()
        let care = StoreCare(store)
        let elsewhere = try TemporaryFolder()
        let file = try elsewhere.write("old", to: "family.copy")
        await #expect(throws: StoreError.self) { try await care.backUp(to: file, replaces: false) }
        _ = try await care.backUp(to: file, replaces: true)
        let fifo = elsewhere.path + "/pipe"
        try #require(mkfifo(fifo, 0o600) == 0)
        let link = elsewhere.path + "/link"
        try #require(symlink(file, link) == 0)
        try #require(mkdir(home.folder + "/accounts", 0o700) == 0)
        let session = home.folder + "/accounts/mum.json"
        try #require(symlink(file, home.folder + "/accounts/dad.json") == 0)
        for place in [fifo, link, elsewhere.path, session, home.folder + "/accounts/dad.json", home.file] {
            let error = await #expect(throws: StoreError.self, "\(place)") {
                try await care.backUp(to: place, replaces: true)
            }
            #expect(error?.kind == .taken, "\(place)")
        }
        #expect(access(session, F_OK) != 0)
        await store.close()
    }

    @Test("a pipe is refused as a copy at once, whether or not somebody writes to it")
    func pipe() async throws {
        let elsewhere = try TemporaryFolder()
        let fifo = elsewhere.path + "/pipe"
        try #require(mkfifo(fifo, 0o600) == 0)
        let target = try TestStore()
        await #expect(throws: (any Error).self) {
            _ = try await StoreRestore(in: StateFolder(target.folder)).stage(fifo)
        }
    }
}
