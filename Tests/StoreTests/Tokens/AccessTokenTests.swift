import Store
import Testing
import Values

@Suite("Tokens that let other programs in", .timeLimit(.minutes(4)))
struct AccessTokenTests {
    private let now = Timestamp(seconds: 1_773_500_966)

    private func issue(
        _ store: Store, for target: String = "mum-desktop", approves: Bool = false
    ) async throws -> (token: AccessToken, row: AccessTokenRow) {
        let now = now
        let issued = try await store.write { transaction in
            try transaction.issueToken(.desktop(target: target, approves: approves), at: now)
        }
        return try #require(issued)
    }

    private func row(_ text: Secret, in store: Store) async throws -> AccessTokenRow? {
        guard let token = AccessToken(text) else { return nil }
        return try await store.read { try $0.token(token) }
    }

    @Test("a token lets in for its target, until it is taken back; the next one has another number")
    func life() async throws {
        let folder = try TestStore()
        let store = try await folder.open()
        let (token, row) = try await issue(store, approves: true)
        #expect(row.scope == .desktop(target: "mum-desktop", approves: true) && row.seenAt == nil)
        #expect(try await self.row(token.text, in: store) == row)
        try await store.write { try $0.tokenWasUsed(row.number, at: Timestamp(seconds: 1_773_600_000)) }
        #expect(try await self.row(token.text, in: store)?.seenAt == Timestamp(seconds: 1_773_600_000))
        #expect(try await store.write { try $0.revokeToken(row.number) })
        #expect(try await self.row(token.text, in: store) == nil)
        #expect(try await !store.write { try $0.revokeToken(row.number) })
        let (_, next) = try await issue(store)
        #expect(next.number > row.number)
        #expect(try await store.read { try $0.tokens() } == [next])
        await store.close()
    }

    @Test("nothing but the token itself lets in: no other's secret, no cut or longer text, no other number")
    func wrong() async throws {
        let folder = try TestStore()
        let store = try await folder.open()
        let (one, _) = try await issue(store)
        let (two, _) = try await issue(store, for: "dad-desktop")
        let texts = [one, two].map { $0.text.withText { $0 } }
        let secrets = texts.map { $0.split(separator: "-", maxSplits: 3).last.map(String.init) ?? "" }
        let crossed = "pocketbell-desktop-\(one.number)-\(secrets[1])"
        let unknown = "pocketbell-desktop-99-\(secrets[0])"
        let bad = [
            "", "pocketbell-desktop-", "pocketbell-desktop-1", "pocketbell-desktop-1-", secrets[0],
            String(texts[0].dropLast()), texts[0] + "A", texts[0] + "\n", " " + texts[0],
            texts[0].uppercased(), "pocketbell-desktop--1-\(secrets[0])", crossed, unknown,
            texts[0] + String(repeating: "A", count: 100_000),
        ]
        for text in bad { #expect(try await row(Secret(text), in: store) == nil, "\(text.prefix(80))") }
        #expect(try await row(one.text, in: store)?.target == "mum-desktop")
        await store.close()
    }

    @Test("the store's files hold a token's sum and not the token, which is printed by nobody")
    func secrecy() async throws {
        let folder = try TestStore()
        let store = try await folder.open()
        let (token, row) = try await issue(store)
        let secret = token.text.withText { String($0.split(separator: "-", maxSplits: 3).last ?? "") }
        #expect(secret.count == 43)
        for text in ["\(token.text)", "\(row)"] { #expect(!text.contains(secret)) }
        let bytes = try #require(Base64.url.decode(secret))
        #expect(!"\(row)".contains("\(bytes.prefix(4))".dropFirst().dropLast()))
        await store.close()
    }

    @Test("there are a hundred at most")
    func most() async throws {
        let folder = try TestStore()
        let store = try await folder.open()
        for _ in 0..<AccessTokenRow.most { _ = try await issue(store) }
        let now = now
        let more = try await store.write { transaction in
            try transaction.issueToken(.feed(of: nil), at: now) == nil
        }
        #expect(more)
        await store.close()
    }

    @Test("one for the feed is for that, of all or of one child, and is none of a desktop")
    func feed() async throws {
        let folder = try TestStore()
        let store = try await folder.open()
        let now = now
        let scopes = try await store.write { transaction -> [AccessTokenRow.Scope] in
            let server = try transaction.ensureServer(origin: "https://family.example")
            let child = ChildRow.sample(on: server.id)
            try transaction.upsert(child)
            return [
                .feed(of: nil), .feed(of: FeedChild(server: server.id, id: child.id)),
                .desktop(target: "mum", approves: false),
            ]
        }
        for scope in scopes {
            let issued = try await store.write { try $0.issueToken(scope, at: now) }
            let (token, row) = try #require(issued)
            #expect(row.scope == scope)
            #expect(try await self.row(token.text, in: store) == row)
            // The same secret under the other word is no token.
            let text = token.text.withText { $0 }
            let words = ["pocketbell-feed-", "pocketbell-desktop-"]
            for (from, to) in [(words[0], words[1]), (words[1], words[0])] where text.hasPrefix(from) {
                #expect(try await self.row(Secret(to + text.dropFirst(from.count)), in: store) == nil)
            }
        }
        #expect(try await store.read { try $0.tokens() }.map(\.scope) == scopes)
        await store.close()
    }
}
