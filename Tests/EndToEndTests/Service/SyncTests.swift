import Glibc
import JSON
import TestSupport
import TestWaiting
import Testing

/// What a person orders by `pocketbell sync`, and what whoever follows the status sees.
@Suite("Reading everything now", .enabled(if: RealParts.has(ReferenceHub.part), "needs ../shared"), .serialized)
struct SyncTests {
    private func lines(_ text: String) throws -> [JSONValue] {
        try text.split(separator: "\n").map { try JSONValue(parsing: String($0)) }
    }

    /// In hundredths; `nil` where none is said.
    private func progress(_ line: JSONValue) -> Int? {
        guard let text = line["progress"]?.description, text != "null" else { return nil }
        return text == "1" ? 100 : Int(text.split(separator: ".").last ?? "")
    }

    @Test(
        "everything is read anew, told step by step without going back, and what is new on the server is there at the end"
    )
    func complete() async throws {
        let family = try await Family(scan: "3600s")
        let home = family.installation
        let watcher = try await family.start(until: "live")
        try await family.hub.control("settings", ["silent": true])
        try await family.hub.createTransaction(description: "Unheard of")
        let said = try await home.run("sync", "--json")
        #expect(said.status == 0, "\(said.errors)")
        let steps = try lines(said.output)
        #expect(steps.last?["outcome"] == "complete" && steps.last?["progress"] == 1)
        #expect(steps.allSatisfy { $0["account"] == "watched" })
        let shown = steps.compactMap(progress)
        #expect(shown.count > 2 && shown == shown.sorted() && shown.last == 100, "\(shown)")
        let newest = try await home.json("transactions", "--limit", "1").first
        #expect(newest?["description"] == "Unheard of")
        let people = try await home.run("sync")
        #expect(people.output == "watched: everything was read anew\n")
        let other = try await home.run("sync", "--account", "wathced")
        #expect(other.status == 64 && other.errors.contains("did you mean 'watched'?"), "\(other.errors)")
        try await family.end(watcher)
    }

    @Test(
        "without a program nothing is read, and that is said; nor from a server that is gone, nor where nobody is signed in"
    )
    func impossible() async throws {
        let family = try await Family()
        let home = family.installation
        let idle = try await home.run("sync")
        #expect(idle.status == 69 && idle.errors.contains("start it: pocketbell run"), "\(idle.errors)")
        let watcher = try await family.start(until: "live")
        try await family.hub.stop()
        let gone = try await home.run("sync", "--json")
        #expect(gone.status == 69, "\(gone)")
        #expect(try lines(gone.output).last?["outcome"] == "unreachable")
        _ = try await home.run("logout", "watched")
        let nobody = try await home.run("sync")
        #expect(nobody.status == 77 && nobody.errors.contains("login"), "\(nobody)")
        try await family.end(watcher)
    }

    @Test("who follows the status hears of each change: at rest, at work, offline")
    func followed() async throws {
        let family = try await Family()
        let home = family.installation
        let watcher = try await family.start(until: "live")
        let follower = try home.start("status", "--follow", "--json")
        func states() throws -> [String] {
            let whole = follower.output.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
            return try whole.compactMap { try JSONValue(parsing: String($0))["run"]?.text("state") }
        }
        try await eventually("at rest", every: .milliseconds(50)) { try states().contains("idle") }
        try await family.hub.stop()
        try await eventually("offline", within: .seconds(60), every: .milliseconds(50)) {
            try states().last == "offline"
        }
        let known = ["idle", "syncing", "offline"]
        #expect(try states().allSatisfy { known.contains($0) })
        try await family.end(watcher)
        _ = try await follower.waitForExit(within: .seconds(10))
    }
}
