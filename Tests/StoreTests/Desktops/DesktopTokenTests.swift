import Store
import Testing
import Values

@Suite("Tokens of desktops", .timeLimit(.minutes(4)))
struct DesktopTokenTests {
    private let now = Timestamp(seconds: 1_773_500_966)

    private func issue(
        _ store: Store, for target: String = "mum-desktop", approves: Bool = false
    ) async throws -> (token: DesktopToken, row: DesktopTokenRow) {
        let now = now
        let issued = try await store.write { transaction in
            try transaction.issueDesktopToken(for: target, approves: approves, at: now)
        }
        return try #require(issued)
    }

    private func row(_ text: Secret, in store: Store) async throws -> DesktopTokenRow? {
        guard let token = DesktopToken(text) else { return nil }
        return try await store.read { try $0.desktopToken(token) }
    }

    @Test("a token lets in for its target, until it is taken back; the next one has another number")
    func life() async throws {
        let folder = try TestStore()
        let store = try await folder.open()
        let (token, row) = try await issue(store, approves: true)
        #expect(row.target == "mum-desktop" && row.approves && row.seenAt == nil)
        #expect(try await self.row(token.text, in: store) == row)
        try await store.write { try $0.desktopWasThere(row.number, at: Timestamp(seconds: 1_773_600_000)) }
        #expect(try await self.row(token.text, in: store)?.seenAt == Timestamp(seconds: 1_773_600_000))
        #expect(try await store.write { try $0.revokeDesktopToken(row.number) })
        #expect(try await self.row(token.text, in: store) == nil)
        #expect(try await !store.write { try $0.revokeDesktopToken(row.number) })
        let (_, next) = try await issue(store)
        #expect(next.number > row.number)
        #expect(try await store.read { try $0.desktopTokens() } == [next])
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
        for _ in 0..<DesktopTokenRow.most { _ = try await issue(store) }
        let now = now
        let more = try await store.write { transaction in
            try transaction.issueDesktopToken(for: "x", approves: false, at: now) == nil
        }
        #expect(more)
        await store.close()
    }
}
