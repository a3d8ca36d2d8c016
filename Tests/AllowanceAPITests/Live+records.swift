import JSON
import Testing
import Values

@testable import AllowanceAPI

extension Live {
    /// Lists of records, of the genuine server in both dialects.
    @Suite struct Records {
        private static let alice = "00000000-0000-4000-8000-000000000200"

        private func names(_ reply: Reply<RecordAnswer>?, _ member: String) throws -> [String] {
            try #require(reply).value.facts.map {
                try JSONNode(JSONValue(parsing: $0.content)).required(member).string()
            }
        }

        @Test("every list is read or is none", arguments: ReferenceHub.Dialect.allCases)
        func lists(dialect: ReferenceHub.Dialect) async throws {
            try await ReferenceHub.run(dialect) { hub in
                let session = try await hub.parentSession()
                #expect(try names(await Goal.list.read(by: session, of: Self.alice), "name") == ["New bicycle"])
                #expect(try names(await Chore.list.read(by: session), "title").count == 4)
                #expect(try names(await FamilyMember.list.read(by: session), "firstName").count == 4)
                for list in [ChildSettings.list, AllowanceChange.list, SavingsAccount.list, SavingsMovement.list] {
                    #expect(try await list.read(by: session, of: Self.alice)?.value.isWhole == true, "\(list.name)")
                }
                let wishes = try await Wish.list.read(by: session, of: Self.alice)
                #expect((wishes == nil) == (dialect == .real))
                #expect(try await Budget.list.read(by: session, of: Self.alice) == nil)
                #expect(try await Category.list.read(by: session, of: "Credit") == nil)
            }
        }

        @Test("which route a server has is found out once; a pin that is wrong after an upgrade moves on")
        func pinned() async throws {
            try await ReferenceHub.run(.spec) { hub in
                let session = try await hub.parentSession()
                for _ in 0..<3 { _ = try await Wish.list.read(by: session, of: Self.alice) }
                let newer = "GET /api/v1/children/\(Self.alice)/wishlist"
                let older = "GET /api/v1/wishlist/children/\(Self.alice)"
                let asked = try await (hub.requests(newer), hub.requests(older))
                #expect(asked == (1, 3), "\(asked)")
                try await hub.control("fault", ["path": "/api/v1/wishlist", "status": 404, "count": 1])
                #expect(try await Wish.list.read(by: session, of: Self.alice) == nil)
                #expect(try await Wish.list.read(by: session, of: Self.alice) != nil)
            }
        }

        @Test("a 404 that says why is the owner's, not the route's; a refusal and a page of HTML are neither")
        func refused() async throws {
            try await ReferenceHub.run(.real) { hub in
                let session = try await hub.parentSession()
                let unknown = try await failure {
                    _ = try await ChildSettings.list.read(by: session, of: "00000000-0000-4000-8000-00000000ffff")
                }
                #expect(unknown.kind == .notFound)
                for (status, body, kind) in [
                    (403, "", .notPermitted), (200, "<html>Hotel</html>", .notTheServer), (500, "", .serverFailed),
                    (200, #"[{"id":"../x"}]"#, .unexpectedAnswer),
                ] as [(Int, String, AllowanceError.Kind)] {
                    try await hub.control(
                        "fault",
                        ["path": "/api/v1/tasks", "status": .number(JSONNumberText(status)), "body": .string(body)])
                    let error = try await failure { _ = try await Chore.list.read(by: session) }
                    #expect(error.kind == kind, "\(error)")
                }
            }
        }

        @Test("an owner that must not stand in a path is not asked for", arguments: ["", "..", "a/b", "a?b", "a%2f"])
        func paths(owner: String) async throws {
            try await ReferenceHub.run(.real) { hub in
                let session = hub.session()
                // Not even signed in: there is no request.
                let error = try await failure { _ = try await Goal.list.read(by: session, of: owner) }
                #expect(error.kind == .notFound)
            }
        }

        @Test(
            "pages are read to the end once, then until nothing is new; a row that moved to a later page is taken once")
        func pages() async throws {
            try await ReferenceHub.run(.real) { hub in
                let session = try await hub.parentSession()
                func page(_ ids: ClosedRange<Int>, more: Bool) -> JSONValue {
                    let rows = ids.map { JSONValue.string("n\($0)") }.map { id -> JSONValue in
                        ["id": id, "type": 3, "createdAt": "2026-01-01T00:00:00Z"]
                    }
                    return ["notifications": .array(rows), "hasMore": .bool(more)]
                }
                func answer(_ pages: [JSONValue]) async throws -> RecordAnswer {
                    try await hub.clearFaults()
                    for page in pages {
                        try await hub.control(
                            "fault",
                            ["path": "/api/v1/notifications", "status": 200, "body": .string(page.description)])
                    }
                    return try #require(await FamilyNotification.list.read(by: session)).value
                }
                let two = try await answer([page(1...3, more: true), page(3...4, more: false)])
                #expect(two.facts.map(\.id) == ["n1", "n2", "n3", "n4"] && two.isWhole)
                let limit = RecordList.pageLimit
                let many = try await answer((11...limit + 12).map { page($0...$0, more: $0 < limit + 12) })
                #expect(many.facts.count == limit + 2 && many.isWhole)
                // One is new: the rest is known from the page on that has to be read in any case.
                let next = try await answer(
                    [page(90...90, more: true)] + (11..<limit + 10).map { page($0...$0, more: true) })
                #expect(next.facts.map(\.id) == ["n90", "n11", "n12", "n13"] && !next.isWhole)
                // So many are new that more pages have to be read, up to the one that has nothing new.
                let new = (100...100 + limit).map { page($0...$0, more: true) } + [page(90...90, more: true)]
                let burst = try await answer(new)
                #expect(burst.facts.count == limit + 2 && !burst.isWhole)
                // What is old and can't be had costs nothing of what is new, and is tried again.
                let broken = (200..<200 + limit).map { page($0...$0, more: true) }
                for isRepeated in [false, true] {
                    try await hub.clearFaults()
                    for page in broken {
                        try await hub.control(
                            "fault",
                            ["path": "/api/v1/notifications", "status": 200, "body": .string(page.description)])
                    }
                    try await hub.control("fault", ["path": "/api/v1/notifications", "status": 503])
                    let part = try #require(await FamilyNotification.list.read(by: session)).value
                    #expect(part.facts.count == limit && !part.isWhole, "\(isRepeated)")
                }
                // A server that says that there is more and has nothing is asked no further.
                let empty = try await answer([["notifications": [], "hasMore": true]])
                #expect(empty == RecordAnswer(facts: [], isWhole: false))
            }
        }
    }
}
