import HTTPServer
import JSON
import TestSupport
import Testing

/// What a family hears about the program itself.
@Suite("Problems that are told", .enabled(if: RealParts.has(ReferenceHub.part), "needs ../shared"), .serialized)
struct ProblemAlertTests {
    @Test("a target that refuses is told through the others, once, with the next step, and not through itself")
    func suspended() async throws {
        let board = Switchboard()
        board.set("/house", .text("gone", status: .notFound))
        let family = try await Family(answer: board.answer)
        let watcher = try await family.start(until: "live")
        try await family.hub.createTransaction(description: "Kite")
        for target in ["slack", "discord", "phone"] {
            let told = try await family.receiver.wait(for: "target house refuses what it is sent", at: "/\(target)")
            #expect(told.text.contains("PocketBell has a problem") && told.text.contains("target test house"))
        }
        let list = try await family.installation.json("deliveries", "list", "--limit", "100")
        let problems = list.filter { $0["event"]?.description.contains("uspended") == true }
        #expect(problems.count == 3 && problems.allSatisfy { $0["child"] == .null })
        #expect(!family.receiver.received(at: "/house").contains { $0.text.contains("refuses what it is sent") })
        #expect(try await family.installation.json("status").first?["balanced"] == true)
        try await family.end(watcher)
        let again = try await family.start(until: "live")
        try await family.hub.createTransaction(description: "Ball")
        for target in ["slack", "discord", "phone"] {
            try await family.receiver.wait(for: "Ball", at: "/\(target)")
            let told = family.receiver.received(at: "/\(target)").filter { $0.text.contains("refuses what it is sent") }
            #expect(told.count == 1, "a restart tells it again")
        }
        try await family.end(again)
    }
}
