import HTTPServer
import JSON
import Observability
import Relay
import Runtime
import Store
import TestSupport
import Testing
import Values

@testable import Control
@testable import Dashboard
@testable import HTTPServer

/// The accounts that orders came with.
private final class Taken: Sendable {
    let accounts = Lock([String?]())
}

@Suite("Who approves at the page")
struct AccountChoiceTests {
    private static let id = String(repeating: "ab", count: 16)
    private let folder: TemporaryFolder
    private let store: Store
    private let handler: PageHandler
    private let sessions: PageSessions
    private let taken = Taken()

    init() async throws {
        folder = try TemporaryFolder()
        store = try await Store.open(in: folder.path, logger: .silent)
        sessions = PageSessions(store: store)
        let now = Timestamp(seconds: 1_773_500_966)
        try await store.write { transaction in
            let server = try transaction.ensureServer(origin: "https://one.example")
            let child = ChildRow(
                server: server.id, id: .init(rawValue: "id-alice"), firstName: "Alice", lastName: "Reed",
                balance: .zero, seenAt: now)
            try transaction.upsert(child)
            try transaction.take(
                RecordRow(
                    server: server.id, kind: .completion, id: .init(rawValue: "c-1"), child: child.id, rank: 1,
                    content: #"{"title":"Lawn","reward":"2.50","state":"pendingApproval","chore":"ch1"}"#, at: now))
        }
        let taker = EntryTaker(
            add: { _, _ in throw Self.unasked }, edit: { _, _ in throw Self.unasked },
            order: { [taken] draft, _ in
                taken.accounts.withLock { $0.append(draft.account) }
                guard draft.account != nil else {
                    throw ControlAnswer.Refusal(
                        .malformed, "more than one parent's login sees Alice",
                        hint: "say who enters it: --account mum or --account d<a>d", accounts: ["mum", "d<a>d"])
                }
                throw ControlAnswer.Refusal(.unavailable, "not today")
            },
            resolve: { _ in throw Self.unasked }, ownChild: { _ in nil }, take: { _ in throw Self.unasked })
        handler = PageHandler(
            api: ControlAPI(store: store, entries: taker) { _ in .text("") }, sessions: sessions,
            language: { .english }, zone: { .utc }, changes: { AsyncStream { $0.finish() } },
            photos: PagePhotos { .success($0) }, now: { now })
    }

    private static let unasked = ControlAnswer.Refusal(.unknown, "nobody asks for that")

    private func post(_ more: String, _ language: String = "en") async throws -> HTTPResponse {
        let link = sessions.issueLink().withText { $0 }
        let path = "/in/\(link)"
        let answer = await handler.answer(
            HTTPRequest(method: "GET", target: path, path: path, query: nil, headers: [:]), by: PageVisitor(user: nil))
        let cookie = try #require(answer.headers["Set-Cookie"]?.split(separator: ";").first)
        let token = try #require(cookie.split(separator: "=").last)
        let form = try #require(try await sessions.session(String(token), by: nil)).formToken
        let body = "form=\(PageAddress.encoded(form))&record=c-1&intent=\(Self.id)&\(more)"
        return await handler.answer(
            HTTPRequest(
                method: "POST", target: "/orders", path: "/orders", query: nil,
                headers: ["Cookie": String(cookie), "Accept-Language": language], body: Array(body.utf8)),
            by: PageVisitor(user: nil))
    }

    private func page(_ response: HTTPResponse) -> String {
        if case .bytes(let bytes) = response.body { String(decoding: bytes, as: UTF8.self) } else { "" }
    }

    @Test("where several parents could be meant the same form comes again with a choice, and no command's option")
    func choice() async throws {
        for order in ["approve-chore", "reject-chore"] {
            let answer = try await post("order=\(order)")
            let shown = page(answer)
            #expect(answer.status == .conflict && !shown.contains(text: "--account"))
            #expect(shown.contains(text: "<select name=\"account\" required><option value=\"mum\">mum</option>"))
            #expect(shown.contains(text: "<option value=\"d&lt;a&gt;d\">d&lt;a&gt;d</option>"))
            #expect(shown.contains(text: "name=\"intent\" value=\"\(Self.id)\""))
            #expect(shown.contains(text: "name=\"order\" value=\"\(order)\""))
        }
        let german = page(try await post("order=approve-chore", "de"))
        #expect(german.contains(text: "Konto"))
        await store.close()
    }

    @Test("who is chosen gives the order, and what is refused then is said")
    func chosen() async throws {
        let answer = page(try await post("order=approve-chore&account=mum"))
        #expect(answer.contains(text: "not today") && !answer.contains(text: "<select"))
        #expect(taken.accounts.withLock { $0 } == ["mum"])
        _ = try await post("order=approve-chore&account=")
        #expect(taken.accounts.withLock { $0 } == ["mum", nil])
        await store.close()
    }
}
