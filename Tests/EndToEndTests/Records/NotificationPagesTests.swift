import DemoBackend
import JSON
import TestSupport
import TestWaiting
import Testing
import Values

/// More notifications than one reading had pages for: five years of a child's list.
@Suite("Many notifications")
struct NotificationPagesTests {
    @Test("all of them are listed, and the next one too, without reading all again")
    func many() async throws {
        let family = try await DemoFamily(.real, email: "child1@example.com")
        let home = family.installation
        let child = try #require(family.backend.children.first)
        let amount = try #require(Decimal("1"))
        func gift(_ number: Int) throws {
            _ = try family.backend.record(
                SimulatedDraft(
                    child: child.id, amount: amount, kind: .credit, category: "Gift", description: "Gift \(number)"))
        }
        for number in 1...230 { try gift(number) }
        let watcher = try await family.start()
        try await home.waitForRecords("notifications") { $0.count == 230 }
        let pages = family.count("GET", "notifications")
        #expect(pages >= 5, "fifty on each")
        try gift(231)
        let rows = try await home.waitForRecords("notifications") { $0.count == 231 }
        // Those of one second have no order.
        #expect(rows.contains { $0.text("body")?.contains("Gift 231") == true })
        try await family.end(watcher)
    }
}
