import JSON
import Testing
import Values

@testable import Control

@Suite("Tokens of desktops", .timeLimit(.minutes(1)))
struct TokenDeskTests {
    private func order(_ target: String, approves: Bool?) -> ControlRequest {
        let members = [
            JSONObject.Member("desktop", .string(target)), approves.map { JSONObject.Member("approves", .bool($0)) },
        ]
        return ControlRequest(
            .post, ["tokens"], body: Secret(JSONValue.object(JSONObject(members.compactMap { $0 })).description))
    }

    @Test("a token approves only if it is made for that, lists say which do, and a child's target gets none that does")
    func approves() async throws {
        try await Installation.with { installation async throws in
            let installed = Installed(targets: [
                Installed.Target(name: "mum", kind: "desktops"),
                Installed.Target(name: "kid", kind: "desktops", isReadByChildren: true),
            ])
            let api = ControlAPI(store: installation.store, installed: { installed }) { _ in .text("") }
            #expect(try await api.value(order("mum", approves: nil))["may"] == [])
            #expect(try await api.value(order("mum", approves: true))["may"] == ["approve"])
            #expect(try await api.value(order("kid", approves: false))["may"] == [])
            guard case .refused(let refusal) = await api.answer(order("kid", approves: true)) else {
                Issue.record("a child's desktop got a token that approves")
                return
            }
            #expect(refusal.kind == .conflict && refusal.hint?.contains("--approve") == true)
            let rows = try await api.value(ControlRequest(.get, ["tokens"])).elements
            #expect(rows.map { $0["may"] } == [[], ["approve"], []])
            #expect(!rows.description.contains("pocketbell-desktop-"))
        }
    }
}
