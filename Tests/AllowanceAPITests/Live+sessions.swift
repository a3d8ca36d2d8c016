import HTTPClient
import JSON
import Observability
import Runtime
import Testing
import Values

@testable import AllowanceAPI

extension Live {
    /// The session against a genuine server, in both of its dialects.
    @Suite struct Sessions {
        @Test("signs in, reads every row, makes one and finds the hub", arguments: ReferenceHub.Dialect.allCases)
        func wholeRound(_ dialect: ReferenceHub.Dialect) async throws {
            try await ReferenceHub.run(dialect) { hub in
                let session = hub.session()
                let signedIn = try await session.signIn(email: ReferenceHub.parent, password: ReferenceHub.password)
                #expect(signedIn.role == .parent)
                #expect(signedIn.user?.rawValue == "00000000-0000-4000-8000-000000000001")
                #expect(signedIn.firstName == "Pat")
                let remaining = try #require(signedIn.expiresAt).duration(since: WallClock.system.now)
                #expect(remaining > .seconds(86_300) && remaining <= .seconds(86_400))

                let children = try await session.children()
                #expect(children.value.map(\.firstName) == ["Alice", "Bruno"])
                #expect(children.serverDate != nil && children.startedAt <= children.endedAt)
                let truth = try await hub.truth()
                for child in children.value {
                    let rows = try await session.transactions(of: child.id, limit: 100).value
                    #expect(rows.map(\.id.rawValue) == truth[child.id.rawValue])
                    #expect(rows.first?.balanceAfter == child.balance)
                    #expect(rows.allSatisfy { $0.child == child.id && $0.createdBy != nil })
                }

                let alice = try #require(children.value.first)
                let new = try NewTransaction(
                    child: alice.id, amount: #require(Decimal("12.5")), kind: .credit, category: "Gift",
                    description: "Found “gold” \\ 🎁 in\nthe garden")
                guard case .row(let row) = try await session.createTransaction(new).value else {
                    Issue.record("the answer is another row")
                    return
                }
                #expect(row.amount.description == "12.50" && row.description == new.description)
                #expect(row.balanceAfter == alice.balance.adding(new.amount))
                #expect(try await session.transactions(of: alice.id, limit: 1).value.map(\.id) == [row.id])

                let path = dialect == .real ? "/hubs/notifications" : "/hubs/family"
                #expect(try await session.findHub().text == hub.server.text + path.dropFirst())
                #expect(try await session.family().value.name == "Johnson")
            }
        }

        @Test("tells a wrong password from a child that is not ours", arguments: ReferenceHub.Dialect.allCases)
        func refusals(_ dialect: ReferenceHub.Dialect) async throws {
            try await ReferenceHub.run(dialect) { hub in
                let session = hub.session()
                let unsigned = try await failure { _ = try await session.children() }
                #expect(unsigned.kind == .signInRequired && unsigned.needsSignIn)
                let wrong = try await failure {
                    _ = try await session.signIn(email: ReferenceHub.parent, password: Secret("wrong"))
                }
                #expect(wrong.kind == .wrongCredentials && wrong.status == 401)
                #expect(!"\(wrong)".contains("wrong\"") && "\(wrong)".contains("Correct the password"))

                let child = hub.session()
                _ = try await child.signIn(email: "child1@example.com", password: ReferenceHub.password)
                let bruno = try #require(Child.ID(rawValue: "00000000-0000-4000-8000-000000000201"))
                let foreign = try await failure { _ = try await child.transactions(of: bruno, limit: 5) }
                #expect(foreign.kind == .notFound && foreign.body?.code == "NOT_FOUND")
                let alice = try #require(Child.ID(rawValue: "00000000-0000-4000-8000-000000000200"))
                let new = try NewTransaction(
                    child: alice, amount: #require(Decimal("1")), kind: .credit, description: "for me")
                let forbidden = try await failure { _ = try await child.createTransaction(new) }
                #expect(forbidden.kind == .notPermitted && !forbidden.outcomeIsUnknown)
            }
        }

        @Test("takes an overdraft for what each dialect makes of it", arguments: ReferenceHub.Dialect.allCases)
        func overdraft(_ dialect: ReferenceHub.Dialect) async throws {
            try await ReferenceHub.run(dialect) { hub in
                let session = try await hub.parentSession()
                let alice = try #require(try await session.children().value.first)
                let new = try NewTransaction(
                    child: alice.id, amount: #require(Decimal("99999")), kind: .debit, description: "a horse")
                let error = try await failure { _ = try await session.createTransaction(new) }
                switch dialect {
                case .spec: #expect(error.kind == .invalidRequest && error.body?.code == "INSUFFICIENT_FUNDS")
                case .real: #expect(error.kind == .serverFailed && error.body == .empty && error.outcomeIsUnknown)
                }
            }
        }

        @Test("a child's login knows its own child in the dialect that says so")
        func childLogin() async throws {
            try await ReferenceHub.run(.real) { hub in
                let signedIn = try await hub.session()
                    .signIn(email: "child1@example.com", password: ReferenceHub.password)
                #expect(signedIn.role == .child)
                #expect(signedIn.child?.rawValue == "00000000-0000-4000-8000-000000000200")
            }
        }

        @Test("a limit above everything gives everything")
        func longHistory() async throws {
            try await ReferenceHub.run(.real, ["--History=3000"]) { hub in
                let session = try await hub.parentSession()
                let truth = try await hub.truth()
                for child in try await session.children().value {
                    #expect(try await session.transactions(of: child.id, limit: 20).value.count == 20)
                    let rows = try await session.transactions(of: child.id, limit: 5_000).value
                    #expect(rows.map(\.id.rawValue) == truth[child.id.rawValue])
                }
            }
        }
    }
}
