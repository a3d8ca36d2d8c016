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

    @Test("what waits for a sign-in or behind another entry says so, with what is typed; nobody else's login counts")
    func reasons() async throws {
        try await Installation.with { installation async throws in
            let account = try await installation.login()
            let content = IntentRow.Content(amount: try #require(Decimal("1.00")), category: "Gift", description: "x")
            try await installation.store.write { try $0.link(account, to: installation.children[1].id) }
            for (number, child) in [(1, 0), (2, 0), (3, 1)] {
                let new = NewIntent(
                    id: .init(rawValue: "0000000\(number)"), account: account,
                    child: installation.children[child].id, content: content)
                _ = try await StoredIntents(installation.store).accept(new, now: Installation.moment)
            }
            func entry(_ number: Int, signedOut: String? = nil) async throws -> (JSONValue?, JSONValue?) {
                let accounts = signedOut.map {
                    [Installed.Account(name: $0, server: "https://one.example", email: nil, canSignIn: false)]
                }
                let api = ControlAPI(
                    store: installation.store, installed: { Installed(accounts: accounts ?? []) }
                ) { _ in .text("") }
                let value = try await api.value(ControlRequest(.get, ["intents", "0000000\(number)"]))
                return (value["reason"], value["nextStep"])
            }
            #expect(try await entry(1) == (.null, .null))
            #expect(try await entry(3) == (.null, .null))
            #expect(try await entry(2) == ("it waits behind the entry 00000001", .null))
            let name = account.name
            #expect(
                try await entry(2, signedOut: name)
                    == (.string("\(name) must sign in"), .string("pocketbell login \(name)")))
            #expect(try await entry(1, signedOut: "somebody") == (.null, .null))
        }
    }

    @Test("a parked entry has its next step for programs as for people")
    func parked() async throws {
        try await Installation.with { installation async throws in
            let content = IntentRow.Content(amount: try #require(Decimal("1.00")), category: "Gift", description: "x")
            let new = NewIntent(
                id: .init(rawValue: "0000000912"), account: try await installation.login(),
                child: installation.children[0].id, content: content)
            _ = try await StoredIntents(installation.store).accept(new, now: Installation.moment)
            try await installation.store.write {
                try $0.park(.init(rawValue: "0000000912"), because: "no", at: Installation.moment)
            }
            let api = ControlAPI(store: installation.store) { _ in .text("") }
            let value = try await api.value(ControlRequest(.get, ["intents", "0000000912"]))
            #expect(value["state"] == "parked" && value["reason"] == "no")
            #expect(value["nextStep"] == "pocketbell pending retry 00000009, or edit 00000009, or discard 00000009")
        }
    }

    @Test("where no child is known, whoever must sign in is named before a program that is to run")
    func noChild() async throws {
        try await Installation.with { installation async throws in
            func hint(_ canSignIn: Bool...) async throws -> String? {
                let accounts = canSignIn.enumerated().map { index, can in
                    Installed.Account(name: "a\(index)", server: "https://one.example", email: nil, canSignIn: can)
                }
                let api = ControlAPI(store: installation.store, installed: { Installed(accounts: accounts) }) { _ in
                    .text("")
                }
                return await ControlAnswer.Refusal.noChild(api).hint
            }
            #expect(try await hint(false) == "a0 must sign in: pocketbell login a0")
            #expect(try await hint(false, true) == "the program learns of them: pocketbell run")
            #expect(try await hint()?.hasPrefix("sign in first: ") == true)
        }
    }
}
