import JSON
import Store
import Testing
import Values

@testable import Control

@Suite("Silences that people order", .timeLimit(.minutes(1)))
struct SilenceDeskTests {
    private func api(_ installation: Installation, targets: [String] = ["phone"]) -> ControlAPI {
        let installed = Installed(targets: targets.map { Installed.Target(name: $0, kind: "webhook") })
        return ControlAPI(store: installation.store, installed: { installed }) { _ in .text("") }
    }

    private func order(_ name: String, seconds: Int = 60) -> ControlRequest {
        let body: JSONValue = ["of": .string(name), "seconds": .number(JSONNumberText(seconds))]
        return ControlRequest(.post, ["silences"], body: Secret(body.description))
    }

    @Test("a child is found by each of its names, a target by its own; the list has both, and each can be ended")
    func subjects() async throws {
        try await Installation.with { installation async throws in
            let api = api(installation)
            let child = installation.children[0]
            for name in [child.firstName, "\(child.firstName) \(child.lastName)".uppercased(), child.id.rawValue] {
                let begun = try await api.value(order(name))
                #expect(begun["child"] == .string("\(child.firstName) \(child.lastName)") && begun["target"] == .null)
            }
            #expect(try await api.value(order("phone", seconds: 120))["target"] == "phone")
            let list = try await api.value(ControlRequest(.get, ["silences"]))
            guard case .array(let rows) = list, case .number(let number)? = rows.last?["number"] else {
                Issue.record("\(list)")
                return
            }
            #expect(rows.count == 2 && rows.last?["target"] == "phone")
            _ = try await api.value(ControlRequest(.post, ["silences", number.text, "end"]))
            #expect(try await api.value(ControlRequest(.get, ["silences"])).description.contains("phone") == false)
        }
    }

    @Test("a person's name is refused with the targets that the person reads")
    func people() async throws {
        try await Installation.with { installation async throws in
            var installed = Installed(targets: [Installed.Target(name: "phone", kind: "webhook")])
            installed.people = [.init(name: "Mum", targets: ["phone", "screen"])]
            let answering = installed
            let api = ControlAPI(store: installation.store, installed: { answering }) { _ in .text("") }
            guard case .refused(let refusal) = await api.answer(order("Mum")) else {
                Issue.record("it was taken")
                return
            }
            #expect(refusal.message.contains("is a person"))
            #expect(refusal.hint?.contains("pocketbell silence phone TIME; pocketbell silence screen TIME") == true)
        }
    }

    @Test("a name that nothing has, or that two have, and a time that is none are refused with the next step")
    func refused() async throws {
        try await Installation.with { installation async throws in
            let first = installation.children[0].firstName
            let api = api(installation, targets: ["phone", first])
            let body: JSONValue = ["of": .string(first), "target": true, "seconds": 60]
            let order = ControlRequest(.post, ["silences"], body: Secret(body.description))
            #expect(try await api.value(order)["target"] == .string(first), "as is said")
            for (request, says) in [
                (self.order("phon"), "did you mean 'phone'?"), (self.order(first), "full name"),
                (self.order("phone", seconds: 0), "how long"),
                (ControlRequest(.post, ["silences"]), "how long"),
                (ControlRequest(.post, ["silences", "99", "end"]), "pocketbell silences"),
            ] {
                guard case .refused(let refusal) = await api.answer(request) else {
                    Issue.record("\(request.path) was taken")
                    continue
                }
                #expect("\(refusal.message) \(refusal.hint ?? "")".contains(says), "\(refusal)")
            }
        }
    }
}
