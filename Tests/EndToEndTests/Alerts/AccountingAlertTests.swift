import JSON
import Observability
import SQLite
import Store
import TestSupport
import Testing

/// A store whose rows and counts disagree, whatever did that: a person hears of it once, and every `status` says it.
@Suite("Counts that do not add up", .enabled(if: RealParts.has(ReferenceHub.part), "needs ../shared"), .serialized)
struct AccountingAlertTests {
    private static let spoil = PlainUpdate(
        "test.spoil", "UPDATE tally SET count = count + 1 WHERE name = 'hint.resolved'")

    @Test("a broken sum ends `status` with 70, with and without a program, and is told through every target, once")
    func broken() async throws {
        let family = try await Family()
        let home = family.installation
        try await family.end(try await family.start(until: "live"))
        #expect(try await home.run("status").status == 1, "no program runs, and that is all")
        let store = try await Store.open(in: "\(home.folder.path)/state", logger: .silent)
        try await store.write { _ = try $0.run(Self.spoil) }
        await store.close()

        let said = try await home.run("status")
        #expect(said.status == 70 && said.output.contains("announcements of the hub"), "\(said.output)")
        let watcher = try await family.start(until: "live")
        try await family.expectEverywhere("the counts of the store do not add up")
        let status = try await home.run("status", "--json")
        let answer = try JSONValue(parsing: status.output)
        #expect(status.status == 70 && answer["balanced"] == false)
        #expect(broken(answer) == ["hints"])
        try await family.end(watcher)

        let again = try await family.start(until: "live")
        try await family.hub.createTransaction(description: "Kite")
        try await family.expectEverywhere("Kite")
        for target in Family.targets {
            let told = family.receiver.received(at: "/\(target)").filter { $0.text.contains("do not add up") }
            #expect(told.count == 1, "a restart tells it again")
        }
        try await family.end(again)
    }

    /// What the sums that do not come out are of.
    private func broken(_ status: JSONValue) -> [String] {
        guard case .array(let books)? = status["books"] else { return [] }
        return books.filter { $0["balanced"] == false }.compactMap { $0.text("of") }
    }
}
