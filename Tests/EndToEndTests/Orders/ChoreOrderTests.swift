import Glibc
import JSON
import TestSupport
import TestWaiting
import Testing

/// Chores from the command line to a genuine server and back: made by a parent, done by a child with a photo, reviewed.
@Suite("Orders about chores", .enabled(if: RealParts.has(ReferenceHub.part), "needs ../shared"), .serialized)
struct ChoreOrderTests {
    static let photo = RealParts.packageFolder + "/Tests/Fuzz/Corpus/picture/turned"

    /// Alice's login, a chore of hers, and a program that knows it.
    struct Alice {
        let family: Family
        let parent: OtherApp
        let chore: String
        var home: Installation { family.installation }

        init(dialect: String = "real", chores: String...) async throws {
            family = try await Family(dialect: dialect, email: OtherApp.alice, scan: "5s")
            parent = try await OtherApp(at: family.hub.address)
            var ids: [String] = []
            for title in ["Lawn"] + chores { ids.append(try await parent.addChore(title)) }
            chore = ids[0]
        }

        /// What the server has of the chore.
        func done() async throws -> [JSONValue] { try await parent.get("/tasks/\(chore)/completions") }

        func started() async throws -> ChildProcess {
            let watcher = try await family.start(until: "live")
            try await home.waitForRecords("chores")
            return watcher
        }

        func ended(within limit: Duration = .seconds(150)) async throws {
            try await eventually("the end", within: limit, every: .milliseconds(200)) {
                try await home.json("pending", "list") == []
            }
        }

        var files: [String] { Folder.names(in: home.folder.path + "/state/media") }
    }

    @Test(
        "what a child has done is on the server with its photo, which tells nothing but what is seen",
        arguments: ["spec", "real"])
    func done(_ dialect: String) async throws {
        let alice = try await Alice(dialect: dialect)
        let home = alice.home
        let watcher = try await alice.started()
        let said = try await home.run(
            "chores", "done", "lawn", "--photo", Self.photo, "--notes", "front & <b>back</b>", "--wait", "60s", "--json"
        )
        #expect(said.status == 0, "\(said)")
        let order = try JSONValue(parsing: said.output)
        #expect(order["state"] == "confirmed" && order["order"] == "completeChore" && order["reason"] == .null)
        #expect(order["photo"] == "uploaded")
        let made = try #require(try await alice.done().first)
        #expect(made["notes"] == "front & <b>back</b>" && made["status"] == "PendingApproval")
        #expect(try await alice.done().count == 1)
        let row = try #require(try await home.json("chores", "history").first { $0["title"] == "Lawn" })
        #expect(row["sync"] == "synced" && row["photo"] == made["photoUrl"] && row["id"] == made["id"])
        let file = home.folder.path + "/got.jpg"
        let id = try #require(row.text("id"))
        #expect(try await home.run("chores", "photo", id, "-o", file).status == 0)
        let got = try TextFile.bytes(of: file)
        let original = try TextFile.bytes(of: Self.photo)
        #expect(got.starts(with: [0xFF, 0xD8, 0xFF]) && got != original)
        let exif = Array("Exif".utf8)
        func tells(_ bytes: [UInt8]) -> Bool { bytes.indices.contains { bytes[$0...].starts(with: exif) } }
        #expect(tells(original) && !tells(got))
        // The one that was sent is kept for a week; it is the same file as the one that was fetched.
        #expect(alice.files.count == 1)
        try await alice.family.end(watcher)
    }

    @Test("done without a program and a server it is durable, shown as pending, and sent by the next run")
    func offline() async throws {
        let alice = try await Alice()
        let home = alice.home
        try await alice.family.end(try await alice.started())
        let said = try await home.run("chores", "done", "Lawn", "--photo", Self.photo)
        #expect(said.status == 0 && said.output.contains("sent as soon as the program runs"), "\(said)")
        let row = try #require(try await home.json("chores", "history").first)
        #expect(row["sync"] == "pendingCreate" && row["title"] == "Lawn" && row["state"] == "pendingApproval")
        #expect(row["photo"] == .null, "it is not uploaded before the server has it")
        #expect(alice.files.count == 1)
        #expect(try await home.json("pending", "list").first?["photo"] == "pending")
        #expect(try await alice.done().isEmpty)
        let watcher = try await alice.started()
        try await alice.ended()
        #expect(try await alice.done().count { $0.text("photoUrl") != nil } == 1)
        #expect(try await home.json("chores", "history").map { $0["sync"] } == ["synced"])
        try await alice.family.end(watcher)
    }

    @Test("an answer that is lost after the server acted: done once, with its photo, and confirmed")
    func lost() async throws {
        let alice = try await Alice()
        let watcher = try await alice.started()
        try await alice.family.hub.spoil("POST", "/api/v1/tasks", ["afterHandling": true, "cut": true])
        #expect(try await alice.home.run("chores", "done", "Lawn", "--photo", Self.photo).status == 0)
        try await alice.ended()
        #expect(try await alice.done().count == 1)
        let order = try #require(try await alice.home.json("pending", "list", "--all").first)
        #expect(order["state"] == "confirmed" && order["attempts"] == 1, "\(order)")
        try await alice.family.end(watcher)
    }

    @Test("killed again and again between the steps, it is done once each time, each with its photo")
    func killed() async throws {
        let alice = try await Alice(chores: "Dishes", "Windows")
        let home = alice.home
        try await alice.family.end(try await alice.started())
        for chore in ["Lawn", "Dishes", "Windows"] {
            #expect(try await home.run("chores", "done", chore, "--photo", Self.photo).status == 0)
        }
        try await alice.family.hub.spoil("POST", "/api/v1/tasks", ["delayMs": 150], count: 100)
        for milliseconds in [30, 90, 160, 250] {
            let process = try home.start("run")
            try await eventually("the program", every: .milliseconds(5)) {
                try await home.json("status").first?["running"] == true
            }
            // Nothing tells of the moment that is meant: somewhere in its work.
            try await Task.sleep(for: .milliseconds(milliseconds))
            process.signal(9)
            _ = try await process.waitForExit()
        }
        let last = try await alice.family.start(until: "live")
        try await alice.ended(within: .seconds(300))
        let chores = try await alice.parent.get("/tasks")
        for title in ["Lawn", "Dishes", "Windows"] {
            let id = try #require(chores.first { $0["title"] == .string(title) }?.text("id"))
            let done = try await alice.parent.get("/tasks/\(id)/completions")
            #expect(done.count == 1 && done[0].text("photoUrl") != nil, "\(title): \(done)")
        }
        try await alice.family.end(last)
    }

    @Test("a photo that is gone from the disk, or that the server refuses, parks the order: it is not sent without")
    func parked() async throws {
        let alice = try await Alice(chores: "Dishes")
        let home = alice.home
        try await alice.family.end(try await alice.started())
        #expect(try await home.run("chores", "done", "Lawn", "--photo", Self.photo).status == 0)
        for file in alice.files { unlink(home.folder.path + "/state/media/" + file) }
        let watcher = try await alice.started()
        try await eventually("parked", every: .milliseconds(200)) {
            try await home.json("pending", "list").first?["state"] == "parked"
        }
        let order = try #require(try await home.json("pending", "list").first)
        #expect(order.text("reason")?.contains("photo is gone") == true, "\(order)")
        #expect(try await alice.done().isEmpty)
        #expect(try await home.run("pending", "discard", order.text("intent") ?? "").status == 0)
        try await alice.family.hub.spoil(
            "POST", "/api/v1/tasks",
            ["status": 400, "body": #"{"error":"File type is not allowed","allowedTypes":[]}"#])
        let said = try await home.run("chores", "done", "Dishes", "--photo", Self.photo, "--wait", "30s")
        #expect(said.status == 1 && said.output.contains("File type is not allowed"), "\(said)")
        // It stays until a person has decided.
        #expect(alice.files.count == 1)
        try await alice.family.end(watcher)
    }

    @Test("what is no picture, no chore, or another person's to do is refused, and leaves nothing behind")
    func admission() async throws {
        let alice = try await Alice()
        let home = alice.home
        let watcher = try await alice.started()
        let text = try home.folder.write("Dear diary", to: "diary.jpg")
        let cases: [(words: [String], says: String, status: Int32)] = [
            (["done", "Lawn", "--photo", text], "diary.jpg is not a picture", 64),
            (["done", "Lawn", "--photo", "/nowhere.jpg"], "No such file", 64),
            (["done", "Lown"], "did you mean 'Lawn'", 64),
            (["done", "Lawn", "--notes", String(repeating: "x", count: 501)], "501", 64),
            (["approve", "Lawn"], "no chore 'Lawn' waits for a parent", 64),
            (["add", "Alice", "Dishes", "--reward", "1"], "only a parent", 77),
        ]
        for (words, says, status) in cases {
            let said = try await home.run(["chores"] + words)
            #expect(said.status == status && said.errors.contains(says), "\(words): \(said)")
        }
        #expect(try await home.json("pending", "list", "--all") == [])
        #expect(alice.files.isEmpty)
        try await alice.family.end(watcher)
    }
}
