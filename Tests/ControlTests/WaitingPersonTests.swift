import JSON
import Store
import Testing
import Values

@testable import Control

@Suite("Entries of somebody who is not signed in any more", .timeLimit(.minutes(1)))
struct WaitingPersonTests {
    @Test("say so while another person is signed in under the name, and neither before nor after, nor at their end")
    func waits() async throws {
        try await Installation.with { installation async throws in
            let account = try await installation.login()
            let content = IntentRow.Content(amount: try #require(Decimal("1.00")), category: "Gift", description: "x")
            let new = NewIntent(
                id: .init(rawValue: "00000009"), account: account, child: installation.children[0].id, content: content)
            let intents = StoredIntents(installation.store)
            _ = try await intents.accept(new, now: Installation.moment)
            let api = ControlAPI(store: installation.store) { _ in .text("") }
            func waits() async throws -> JSONValue? {
                try await api.value(ControlRequest(.get, ["intents", "00000009"]))["waitsForPerson"]
            }
            #expect(try await waits() == false)
            for (user, expected) in [("user-2", true), ("user-1", false), ("user-2", true)] {
                try await installation.store.write {
                    try $0.setUser(user, role: "Parent", of: account.id, at: Installation.moment)
                }
                #expect(try await waits() == .bool(expected), "\(user)")
            }
            _ = try await intents.discard(new.id, now: Installation.moment)
            #expect(try await waits() == false)
        }
    }
}
