import Glibc
import JSON
import TestSupport
import TestWaiting
import Testing

/// Copies, and stores that are damaged, gone or exchanged: with the real program, a genuine server and targets that count.
@Suite("Recovery", .enabled(if: RealParts.has(ReferenceHub.part), "needs ../shared"), .serialized)
struct RecoveryTests {
    private func state(_ home: Installation) -> String { "\(home.folder.path)/state" }

    /// Every target has heard each of these once, and nothing else.
    private func expectOnce(_ family: Family, _ texts: [String]) async throws {
        for text in texts { try await family.expectEverywhere(text) }
        for text in texts {
            let count = family.receiver.received.count { $0.text.contains(text) }
            #expect(count == Family.targets.count, "\(text) was told \(count) times")
        }
    }

    /// Everything there is to tell was told.
    private func settle(_ home: Installation, delivered: Int) async throws {
        let status = try await home.waitForStatus {
            ($0.deliveries("queued", of: "house") ?? 1) == 0 && ($0.count("delivered") ?? 0) >= delivered
        }
        #expect(status["balanced"] == true)
    }

    @Test("a copy is made and taken up while the program runs: nobody hears anything twice")
    func copies() async throws {
        let family = try await Family(scan: "5s")
        let home = family.installation
        let watcher = try await family.start(until: "live")
        try await family.hub.createTransaction(description: "Before the copy")
        try await expectOnce(family, ["Before the copy"])
        try await settle(home, delivered: 4)
        let copy = "\(home.folder.path)/family.copy"
        let made = try #require(try await home.json("backup", copy).first)
        #expect(
            made["transactions"] != .number(JSONNumberText(0)) && made.text("file")?.hasSuffix("family.copy") == true)
        var status = stat()
        #expect(stat(copy, &status) == 0 && status.st_mode & 0o777 == 0o600)
        let token = try #require(try home.token("watched"))
        #expect(try !TextFile.read(copy).contains(token), "sessions are not in it")
        let again = try await home.run("backup", copy)
        #expect(again.status == 64 && again.errors.contains("--force"), "\(again.errors)")
        let own = try await home.run("backup", "--force", "\(state(home))/pocketbell.sqlite")
        #expect(own.status == 64 && own.errors.contains("own files"), "\(own.errors)")

        try await family.hub.createTransaction(description: "After the copy")
        try await expectOnce(family, ["Before the copy", "After the copy"])
        try await settle(home, delivered: 8)
        let restored = try await home.run("restore", copy)
        #expect(restored.status == 0 && restored.output.contains("Restored:"), "\(restored)")
        #expect(restored.output.contains("The former store is kept"))
        try await watcher.waitForOutput("the store is opened again")
        try await home.waitForStatus { $0.accountState("watched") == "live" && $0.count("transactions") ?? 0 >= 2 }
        try await family.hub.createTransaction(description: "After the restore")
        try await expectOnce(family, ["Before the copy", "After the copy", "After the restore"])
        try await settle(home, delivered: 12)
        #expect(try await home.run("status").status == 0)
        // It is the same program, and it heeds its signals.
        try await family.end(watcher)
    }

    @Test("a copy that is taken up where nothing tells what was sent since sends nothing twice")
    func elsewhere() async throws {
        let family = try await Family(scan: "5s")
        let home = family.installation
        try await family.end(try await family.start(until: "live"))
        for text in ["Sent since", "Given up", "Wanted"] {
            #expect(try await home.run("add", "Alice", "+1.25", text).status == 0)
        }
        let copy = "\(home.folder.path)/copy"
        let made = try #require(try await home.json("backup", copy).first)
        #expect(made["openEntries"] == .number(JSONNumberText(3)) && made["followed"] == .null)
        for entry in try await home.json("pending") where entry["description"] != "Sent since" {
            #expect(try await home.run("pending", "discard", try #require(entry.text("intent"))).status == 0)
        }
        let watcher = try await family.start(until: "live")
        try await expectOnce(family, ["Sent since"])
        try await family.end(watcher)

        // Another machine has the configuration, the sessions and the copy.
        for name in ["pocketbell.sqlite", "pocketbell.sqlite-wal", "pocketbell.sqlite-shm", "pocketbell.ledger"] {
            unlink("\(state(home))/\(name)")
        }
        let restored = try await home.run("restore", copy)
        #expect(restored.output.contains("3 entries of the copy had not come to an end"), "\(restored)")
        #expect(!restored.output.contains("is not told again"))
        let pending = try await home.json("pending")
        #expect(pending.count == 3)
        let given = try #require(pending.first { $0["description"] == "Given up" }?.text("intent"))
        #expect(try await home.run("pending", "discard", given).status == 0)
        let second = try await family.start(until: "live")
        try await family.expectEverywhere("Wanted")
        try await home.waitForStatus { $0.accountState("watched") == "live" }
        let rows = try await home.json("transactions", "--limit", "100")
        for (text, count) in [("Sent since", 1), ("Given up", 0), ("Wanted", 1)] {
            #expect(rows.count { $0["description"] == .string(text) } == count, "\(text)")
        }
        #expect(try await home.json("pending").isEmpty)
        try await family.end(second)
    }

    @Test("a bit that the disk has changed in an entry is never sent", arguments: [true, false])
    func flippedBit(_ hasLedger: Bool) async throws {
        let family = try await Family(scan: "5s")
        let home = family.installation
        try await family.end(try await family.start(until: "live"))
        #expect(try await home.run("add", "Alice", "+1.25", "Mowed the lawn").status == 0)
        let path = "\(state(home))/pocketbell.sqlite"
        var bytes = try TextFile.bytes(of: path)
        let text = Array("Mowed the lawn".utf8)
        let places = bytes.indices.filter { bytes[$0] == text[0] && bytes[$0...].starts(with: text) }
        try #require(!places.isEmpty)
        for place in places { bytes[place] ^= 1 }
        try TextFile.write(bytes, to: path, mode: 0o600)
        if !hasLedger { unlink("\(state(home))/pocketbell.ledger") }
        let watcher = try await family.start(until: "live")
        if hasLedger {
            try await expectOnce(family, ["Mowed the lawn"])
        } else {
            try await home.waitForStatus { "\($0["problems"] ?? nil)".contains("parkedIntents") }
            let pending = try await home.run("pending")
            #expect(pending.output.contains("the disk has changed"), "\(pending)")
        }
        let rows = try await home.json("transactions", "--limit", "100")
        #expect(rows.count { $0["description"] == "Mowed the lawn" } == (hasLedger ? 1 : 0))
        #expect(!rows.contains { $0["description"] == "Lowed the lawn" })
        try await family.end(watcher)
    }

    @Test("a copy is taken up where nobody has signed in yet")
    func emptyHome() async throws {
        let source = try Installation("targets: []\n")
        try await #require(source.run("status").status == 1)
        let copy = "\(source.folder.path)/copy"
        #expect(try await source.run("backup", copy).status == 0)
        let folder = try TemporaryFolder()
        func run(_ words: String...) async throws -> (status: Int32, text: String) {
            let process = try ChildProcess(
                Installation.program, words + ["--user"],
                environment: ["HOME": folder.path, "XDG_STATE_HOME": "", "XDG_CONFIG_HOME": "", "NO_COLOR": "1"])
            let status = try await process.waitForExit(within: .seconds(60))
            return (status, process.output + process.errors)
        }
        let refused = try await run("backup", "\(folder.path)/mine")
        #expect(refused.status != 0 && refused.text.contains("pocketbell init"), "\(refused)")
        let restored = try await run("restore", copy)
        #expect(restored.status == 0 && restored.text.contains("Restored:"), "\(restored)")
        #expect(!restored.text.contains("former store"), "there was none")
        #expect(try await run("backup", "\(folder.path)/mine").status == 0)
    }

    @Test("what is no copy is refused, and nothing changes")
    func refused() async throws {
        let home = try Installation("targets: []\n")
        _ = try home.folder.write("rubbish, and more than a few bytes of it", to: "rubbish")
        try await #require(home.run("status").status == 1)
        let copy = "\(home.folder.path)/copy"
        #expect(try await home.run("backup", copy).status == 0)
        for name in ["rubbish", "missing"] {
            let answer = try await home.run("restore", "\(home.folder.path)/\(name)")
            #expect(answer.status == 64 && answer.errors.contains(name), "\(answer)")
        }
        var bytes = try TextFile.bytes(of: copy)
        bytes.replaceSubrange(8_192..<16_384, with: repeatElement(0xEE, count: 8_192))
        try TextFile.write(bytes, to: "\(home.folder.path)/damaged", mode: 0o600)
        let damaged = try await home.run("restore", "\(home.folder.path)/damaged")
        #expect(damaged.status == 64 && damaged.errors.contains("damaged"), "\(damaged)")
        #expect(access("\(state(home))/set-aside", F_OK) != 0)
        #expect(try await home.run("restore", copy).status == 0)
        #expect(access("\(state(home))/set-aside", F_OK) == 0)
    }

    @Test(
        "a store that is taken away or exchanged while the program runs is noticed, and nothing is told twice",
        arguments: ["deleted", "exchanged"])
    func underItsFeet(_ how: String) async throws {
        let family = try await Family(scan: "5s")
        let home = family.installation
        let watcher = try await family.start(until: "live")
        let path = "\(state(home))/pocketbell.sqlite"
        if how == "exchanged" { #expect(try await home.run("backup", "\(home.folder.path)/old").status == 0) }
        try await family.hub.createTransaction(description: "First")
        try await expectOnce(family, ["First"])
        try await settle(home, delivered: 4)
        if how == "exchanged" { rename("\(home.folder.path)/old", path) } else { unlink(path) }
        try await watcher.waitForOutput("the store is opened again")
        try await home.waitForStatus { $0.accountState("watched") == "live" }
        try await family.hub.createTransaction(description: "Second")
        try await expectOnce(family, ["First", "Second"])
        try await settle(home, delivered: 8)
        // Nothing is missing: with the first complete scan there is nothing to say any more.
        try await home.waitForStatus { !"\($0["problems"] ?? nil)".contains("storeRecovered") }
        try await family.end(watcher)
    }

    @Test(
        "a store that is damaged or gone at the start is made anew, what is lost is said, and nothing is told twice",
        arguments: ["damaged", "rubbish", "deleted", "older"])
    func atStart(_ how: String) async throws {
        let family = try await Family(scan: "5s")
        let home = family.installation
        let path = "\(state(home))/pocketbell.sqlite"
        var watcher = try await family.start(until: "live")
        let older = "\(home.folder.path)/older"
        #expect(try await home.run("backup", older).status == 0)
        try await family.hub.createTransaction(description: "First")
        try await expectOnce(family, ["First"])
        try await settle(home, delivered: 4)
        try await family.end(watcher)
        // Nobody watches meanwhile, and what is entered is only kept.
        try await family.hub.createTransaction(description: "Meanwhile")
        #expect(try await home.run("add", "Alice", "+1.25", "Entered").status == 0)
        switch how {
        case "damaged":
            var bytes = try TextFile.bytes(of: path)
            bytes.replaceSubrange((bytes.count - 8_192)..., with: repeatElement(0xEE, count: 8_192))
            try TextFile.write(bytes, to: path, mode: 0o600)
        case "rubbish": try TextFile.write([UInt8](repeating: 0x5A, count: 20_000), to: path, mode: 0o600)
        case "older": rename(older, path)
        default:
            unlink(path)
            // Nobody knows yet whose children there are, and what is taken must be somebody's.
            let early = try await home.run("add", "Alice", "+1.25", "Too early")
            #expect(early.status != 0 && early.errors.contains("has not been read from the server yet"), "\(early)")
        }
        watcher = try await family.start(until: "live")
        try await family.hub.createTransaction(description: "Second")
        try await expectOnce(family, ["First", "Meanwhile", "Entered", "Second"])
        try await settle(home, delivered: 12)
        if how == "damaged" || how == "rubbish" {
            let status = try await home.run("status")
            #expect(status.output.contains("nothing that was entered is lost"), "\(status.output)")
            #expect(try await home.run("doctor").output.contains("store:"))
        } else {
            try await home.waitForStatus { !"\($0["problems"] ?? nil)".contains("storeRecovered") }
        }
        let rows = try await home.json("transactions", "--limit", "100")
        #expect(rows.count { $0["description"] == "Entered" } == 1)
        try await family.end(watcher)
    }
}
