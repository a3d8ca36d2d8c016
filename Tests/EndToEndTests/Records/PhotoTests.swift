import Glibc
import JSON
import TestSupport
import Testing

/// Photos of chores on a genuine server, through the real program.
@Suite("Photos", .enabled(if: RealParts.has(ReferenceHub.part), "needs ../shared"), .serialized)
struct PhotoTests {
    private static let picture = Result {
        try TextFile.bytes(of: RealParts.packageFolder + "/Tests/Fuzz/Corpus/picture/turned")
    }

    @Test(
        "is fetched when somebody asks, as it is, and is there without server and program after that",
        arguments: ["spec", "real"])
    func fetched(_ dialect: String) async throws {
        let picture = try Self.picture.get()
        let family = try await Family(dialect: dialect)
        let home = family.installation
        let chore = try await OtherApp(at: family.hub.address).addChore("Lawn")
        let done = try await OtherApp(OtherApp.alice, at: family.hub.address).complete(chore, photo: picture)
        let watcher = try await family.start(until: "live")
        try await home.waitForRecords("chores history") { $0.contains { $0.text("photo") != nil } }
        let file = home.folder.path + "/lawn.jpg"
        let said = try await home.run("chores", "photo", String(done.prefix(8)), "--output", file)
        #expect(said.status == 0 && said.output == "\(file): JPEG, 1 kB\n", "\(said)")
        #expect(try TextFile.bytes(of: file) == picture)
        var status = stat()
        #expect(stat(file, &status) == 0 && status.st_mode & 0o777 == 0o600, "a child's photo is nobody else's")
        try await family.hub.stop()
        unlink(file)
        #expect(try await home.run("chores", "photo", done, "-o", file).status == 0)
        #expect(try TextFile.bytes(of: file) == picture)
        watcher.signal(9)
        _ = try await watcher.waitForExit()
        unlink(file)
        #expect(try await home.run("chores", "photo", done, "-o", file).status == 0)
        #expect(try TextFile.bytes(of: file) == picture)
        home.expectNoSecrets()
    }

    @Test("one that can't be had is refused with the reason, and its bytes go behind a pipe")
    func refused() async throws {
        let family = try await Family(dialect: "real")
        let home = family.installation
        let parent = try await OtherApp(at: family.hub.address)
        let (chore, other) = (try await parent.addChore("Lawn"), try await parent.addChore("Dishes"))
        let alice = try await OtherApp(OtherApp.alice, at: family.hub.address)
        let done = try await alice.complete(chore, photo: try Self.picture.get())
        let page = try await alice.complete(other, photo: Array("<html>".utf8))
        let watcher = try await family.start(until: "live")
        try await home.waitForRecords("chores history") { $0.count { $0.text("photo") != nil } == 2 }
        #expect(try await home.run("chores", "photo", page).errors.contains("what lies there is no picture"))
        #expect(try await home.run("chores", "photo", "nobody").errors.contains("chores history"))
        let nowhere = try await home.run("chores", "photo", done, "--output", "/nowhere/lawn.jpg")
        #expect(nowhere.status == 69 && nowhere.errors.contains("No such file"), "\(nowhere)")
        // Standard output is a pipe here.
        #expect(try await home.run("chores", "photo", done).output.utf8.count > 100)
        try await family.end(watcher)
    }
}
