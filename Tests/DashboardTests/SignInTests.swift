import Control
import Cryptography
import HTTPServer
import JSON
import Observability
import Relay
import Runtime
import SQLite
import Sockets
import Store
import TestSupport
import Testing
import Values

@testable import Dashboard
@testable import HTTPServer

/// A family server that says what a test wants, and whom it was asked about.
private final class FamilyServer: Sendable {
    let says = Lock([String: PageServers.Verdict]())
    let asked = Lock([String]())
    /// What children ordered.
    let orders = Lock([OrderDraft]())
    let isAway = Lock(false)

    var servers: PageServers {
        PageServers(origins: { ["https://one.example"] }) { [self] _, email, password in
            asked.withLock { $0.append(email) }
            if isAway.withLock({ $0 }) { return .silent(reason: "it is <away>") }
            return says.withLock { $0["\(email):\(password.withText { $0 })"] } ?? .wrong
        }
    }
}

/// Two children, an alert that only parents read, and whoever signs in.
private struct House {
    static let now = Timestamp(seconds: 1_773_500_966)
    let store: Store
    let server = FamilyServer()
    let handler: PageHandler
    private let folder: TemporaryFolder

    init() async throws {
        folder = try TemporaryFolder()
        store = try await Store.open(in: folder.path, logger: .silent)
        try await store.writeAlerts { transaction in
            let server = try transaction.ensureServer(origin: "https://one.example")
            let account = try transaction.ensureAccount(named: "bruno", on: server, at: House.now)
            try transaction.setUser("user-b", role: "Child", of: account.id, at: House.now)
            for (id, name) in [("id-alice", "Alice"), ("id-bruno", "Bruno")] {
                try House.fill(transaction, server, id, name)
            }
            return ((), [])
        }
        server.says.withLock { says in
            let both = ["id-alice", "id-bruno"].map { ChildRow.ID(rawValue: $0) }
            says["mum@example.org:right"] = .known(.init(user: "user-m", name: "Mum <b>", child: nil, children: both))
            says["other@example.org:right"] = .known(
                .init(user: "user-o", name: "Other", child: nil, children: [both[0]]))
            says["nobody@example.org:right"] = .known(.init(user: "user-n", name: "N", child: nil, children: []))
            says["bruno@example.org:right"] = .known(
                .init(user: "user-b", name: "Bruno", child: both[1], children: []))
            says["alice@example.org:right"] = .known(
                .init(user: "user-a", name: "Alice", child: both[0], children: []))
        }
        let orders = server
        let refusal = ControlAnswer.Refusal(.unavailable, "not today")
        let taker = EntryTaker(
            add: { _, _ in throw refusal }, edit: { _, _ in throw refusal },
            order: { draft, _ in
                orders.orders.withLock { $0.append(draft) }
                throw refusal
            }, resolve: { _ in throw refusal }, ownChild: { _ in nil }, take: { _ in throw refusal })
        handler = PageHandler(
            api: ControlAPI(store: store, entries: taker) { _ in .text("") }, sessions: PageSessions(store: store),
            servers: server.servers, language: { .english }, zone: { .utc },
            changes: { AsyncStream { $0.finish() } }, photos: PagePhotos { .success($0) })
    }

    private static func fill(
        _ transaction: borrowing WriteTransaction, _ server: ServerRow, _ id: String, _ name: String
    ) throws {
        let child = ChildRow(
            server: server.id, id: .init(rawValue: id), firstName: name, lastName: "Reed",
            balance: try #require(Decimal(name == "Alice" ? "111.11" : "22.22")), seenAt: now)
        try transaction.upsert(child)
        let row = TransactionRow(
            server: server.id, id: .init(rawValue: "txn-\(id)"), child: child.id, amount: try #require(Decimal("3.20")),
            kind: .debit, category: "Toys", description: "A secret of \(name)", balanceAfter: child.balance,
            createdAt: now, position: 1, firstSeenAt: now, source: .hint, isLate: false)
        _ = try transaction.insert(row)
        let change = FactChange(
            kind: .transactionAdded(row), child: child, origin: server.origin, isLate: false, at: now)
        let alert = PlannedAlert(
            key: .init(rawValue: "new|\(id)"), event: .transaction,
            deliveries: [PlannedDelivery(target: "mums-phone", heldUntil: nil)])
        _ = try transaction.insert(alert, for: change)
        let records: [(RecordRow.Kind, String)] = [
            (.wish, #"{"name":"Wish of \#(name)","price":"5.00"}"#),
            (.goal, #"{"name":"Goal of \#(name)","saved":"1.00","target":"9.00","state":"active"}"#),
            (.completion, #"{"title":"Chore of \#(name)","state":"pendingApproval","photo":"/p/\#(id)"}"#),
            (.chore, #"{"title":"Task of \#(name)","state":"active"}"#),
            (.settings, #"{"weeklyAllowance":"7.00"}"#),
        ]
        for (kind, content) in records {
            try transaction.take(
                RecordRow(
                    server: server.id, kind: kind, id: .init(rawValue: "\(kind.rawValue)-\(id)"), child: child.id,
                    rank: 1, content: content, at: now))
        }
    }

    func get(_ path: String, _ cookie: String? = nil) async -> HTTPResponse {
        let parts = path.split(separator: "?", maxSplits: 1)
        return await handler.answer(
            HTTPRequest(
                method: "GET", target: path, path: String(parts[0]), query: parts.count > 1 ? String(parts[1]) : nil,
                headers: cookie.map { ["Cookie": "pocketbell=\($0)"] } ?? [:]), by: PageVisitor(user: nil))
    }

    func post(
        _ fields: KeyValuePairs<String, String>, _ cookie: String? = nil, path: String = "/orders",
        from place: String = "10.0.0.1", _ headers: HTTPHeaders = [:]
    ) async -> HTTPResponse {
        var headers = headers
        headers["Cookie"] = cookie.map { "pocketbell=\($0)" }
        var visitor = PageVisitor(user: nil)
        visitor.place = place
        let body = fields.map { "\($0.key)=\(PageAddress.encoded($0.value))" }.joined(separator: "&")
        return await handler.answer(
            HTTPRequest(method: "POST", target: path, path: path, query: nil, headers: headers, body: Array(body.utf8)),
            by: visitor)
    }

    func signIn(
        _ name: String, _ password: String = "right", way: String = "/", from place: String = "10.0.0.1"
    ) async -> HTTPResponse {
        await post(
            ["email": "\(name)@example.org", "password": password, "way": way], path: SignInView.path, from: place)
    }

    /// What the browser keeps once it is signed in.
    func cookie(_ name: String) async throws -> String {
        let answer = await signIn(name)
        #expect(answer.status.rawValue == 303, "\(answer.page)")
        let cookie = try #require(answer.headers["Set-Cookie"])
        #expect(cookie.contains("HttpOnly") && cookie.contains("SameSite=Strict"))
        return String(try #require(cookie.split(separator: ";").first?.split(separator: "=").last))
    }

    static func with(_ body: (House) async throws -> Void) async throws {
        let house = try await House()
        try await body(house)
        await house.store.close()
    }
}

@Suite("Signing in at the page", .timeLimit(.minutes(4)))
struct SignInTests {
    @Test("a parent sees the family; the page says whose it is, and where one goes on")
    func parent() async throws {
        try await House.with { house in
            let asked = await house.get("/alerts?state=queued")
            #expect(asked.status == .unauthorized && asked.page.contains("value=\"/alerts?state=queued\""))
            #expect(asked.page.contains("autocomplete=\"current-password\"") && !asked.page.contains("mums-phone"))
            let answer = await house.signIn(" MUM", way: "/alerts?state=queued")
            #expect(answer.headers["Location"] == "/alerts?state=queued")
            let cookie = try await house.cookie("mum")
            let page = await house.get("/", cookie).page
            #expect(page.contains("$111.11") && page.contains("$22.22") && page.contains("Mum &lt;b&gt;"))
            #expect(await house.get("/alerts", cookie).page.contains("mums-phone"))
            #expect(await house.get("/health", cookie).page.contains("sign-out-browser"))
        }
    }

    @Test(
        "where one goes on is an address of this page, whatever a form says",
        arguments: [
            "//evil.example", "/\\evil.example", "https://evil.example", "javascript:alert(1)", "", "/a b",
            "/\u{9}/evil.example",
            "/" + String(repeating: "a", count: 3_000),
        ])
    func way(_ way: String) async throws {
        try await House.with { house in
            #expect(await house.signIn("mum", way: way).headers["Location"] == "/")
        }
    }

    @Test(
        "who sees nobody, or not all that are here, is let in nowhere",
        arguments: ["other", "nobody"])
    func stranger(_ name: String) async throws {
        try await House.with { house in
            let answer = await house.signIn(name)
            #expect(answer.status == .forbidden && answer.headers["Set-Cookie"] == nil)
            #expect(answer.page.contains("does not see all children"))
        }
    }

    @Test("a parent's browser sees nothing more once there is a child that the login did not see")
    func newcomer() async throws {
        try await House.with { house in
            let cookie = try await house.cookie("mum")
            #expect(await house.get("/", cookie).status == .ok)
            try await house.store.write("test") { transaction in
                let other = try transaction.ensureServer(origin: "https://two.example")
                try transaction.upsert(
                    ChildRow(
                        server: other.id, id: .init(rawValue: "id-cleo"), firstName: "Cleo", lastName: "",
                        balance: .zero, seenAt: House.now))
            }
            for path in ["/", "/transactions", "/live"] {
                let answer = await house.get(path, cookie)
                #expect(answer.status == .forbidden && !answer.page.contains("Alice"), "\(path)")
            }
        }
    }

    @Test("while the server says nothing, no password counts as wrong but one that is known to be another")
    func silence() async throws {
        try await House.with { house in
            _ = try await house.cookie("mum")
            house.server.isAway.withLock { $0 = true }
            for _ in 0..<8 { #expect(await house.signIn("bruno").status == .serviceUnavailable) }
            for _ in 0..<5 { #expect(await house.signIn("mum", "wrong").status == .serviceUnavailable) }
            #expect(await house.signIn("mum", "wrong").status.rawValue == 429)
            house.server.isAway.withLock { $0 = false }
            #expect(await house.signIn("bruno").status.rawValue == 303)
        }
    }

    @Test(
        "of persons who were never here the server is asked so many times a minute, from one place and in all; who was is not kept waiting"
    )
    func strangers() async throws {
        try await House.with { house in
            _ = try await house.cookie("mum")
            let most = SignInLimits.strangers
            for number in 0..<most.ofPlace {
                #expect(await house.signIn("nobody\(number)", from: "10.0.1.1").status == .unauthorized)
            }
            #expect(await house.signIn("nobody", from: "10.0.1.1").status.rawValue == 429)
            #expect(await house.signIn("bruno", from: "10.0.2.1").status.rawValue == 303)
            #expect(await house.signIn("mum", from: "10.0.1.1").status.rawValue == 303)
        }
        var limits = SignInLimits()
        let now = ContinuousClock.now
        for number in 0..<SignInLimits.strangers.ofAll {
            let wait = limits.strangerAsks(from: "\(number)", at: now)
            #expect(wait == nil)
        }
        let (full, later) = (
            limits.strangerAsks(from: "x", at: now), limits.strangerAsks(from: "x", at: now + .seconds(60))
        )
        #expect(full == .seconds(60) && later == nil)
    }

    @Test("a login that the server lets in no more is told that, and not that it sees too little")
    func refusedLogin() async throws {
        try await House.with { house in
            house.server.says.withLock { $0["mum@example.org:right"] = .refused }
            let answer = await house.signIn("mum")
            #expect(answer.status == .forbidden && answer.page.contains("does not let this login in"))
        }
    }

    @Test("what was right before is right while the server is away, for 30 days; and until the server says otherwise")
    func away() async throws {
        try await House.with { house in
            _ = try await house.cookie("mum")
            house.server.isAway.withLock { $0 = true }
            let cookie = try await house.cookie("mum")
            #expect(await house.get("/", cookie).page.contains("$111.11"))
            let wrong = await house.signIn("mum", "wrong")
            #expect(wrong.status == .serviceUnavailable && wrong.page.contains("it is &lt;away&gt;"))
            #expect(await house.signIn("bruno").status == .serviceUnavailable)
            // A wrong password says nothing about the right one.
            house.server.isAway.withLock { $0 = false }
            #expect(await house.signIn("mum", "wrong", from: "10.0.0.2").status == .unauthorized)
            #expect(await house.get("/", cookie).status == .ok)
            // The right one, which the server takes no more, does.
            house.server.says.withLock { $0["mum@example.org:right"] = nil }
            #expect(await house.signIn("mum", from: "10.0.0.2").status == .unauthorized)
            #expect(await house.get("/", cookie).status == .unauthorized)
            house.server.isAway.withLock { $0 = true }
            #expect(await house.signIn("mum", from: "10.0.0.3").status == .serviceUnavailable)
        }
    }

    @Test("who has chosen another password has the browsers signed out that came in by the former one")
    func changed() async throws {
        try await House.with { house in
            let (stolen, child) = (try await house.cookie("mum"), try await house.cookie("bruno"))
            #expect(await house.signIn("mum").status.rawValue == 303)
            #expect(await house.get("/", stolen).status == .ok)
            house.server.says.withLock { $0["mum@example.org:new"] = $0.removeValue(forKey: "mum@example.org:right") }
            #expect(await house.signIn("mum", "new").status.rawValue == 303)
            #expect(await house.get("/", stolen).status == .unauthorized)
            #expect(await house.get("/", child).status == .ok)
        }
    }

    @Test(
        "a link on a page of somebody else leads on by the page itself, once: only then a browser shows what it keeps")
    func fromElsewhere() async throws {
        try await House.with { house in
            func ask(_ site: String, _ cookie: String? = nil) async -> HTTPResponse {
                var headers: HTTPHeaders = ["Sec-Fetch-Site": site]
                headers["Cookie"] = cookie.map { "pocketbell=\($0)" }
                return await house.handler.answer(
                    HTTPRequest(
                        method: "GET", target: "/alerts?state=dead", path: "/alerts", query: "state=dead",
                        headers: headers), by: PageVisitor(user: nil))
            }
            let first = await ask("cross-site")
            #expect(first.status == .ok && first.page.contains("content=\"0;url=/alerts?state=dead\""))
            #expect(await ask("same-origin").status == .unauthorized)
            #expect(await ask("cross-site", "guess").status == .unauthorized)
        }
    }

    @Test("a login that the server lets in no more is out here, too: also by what is kept, and whoever is signed in")
    func refused() async throws {
        try await House.with { house in
            let verdicts: [PageServers.Verdict] = [
                .refused, .known(.init(user: "user-m", name: "Mum", child: nil, children: [])),
            ]
            for verdict in verdicts {
                let cookie = try await house.cookie("mum")
                let right = house.server.says.withLock { $0["mum@example.org:right"] }
                house.server.says.withLock { $0["mum@example.org:wrong"] = .refused }
                #expect(await house.signIn("mum", "wrong").status == .forbidden)
                #expect(await house.get("/", cookie).status == .ok)
                house.server.says.withLock { $0["mum@example.org:right"] = verdict }
                #expect(await house.signIn("mum").status == .forbidden)
                #expect(await house.get("/", cookie).status == .unauthorized)
                house.server.isAway.withLock { $0 = true }
                #expect(await house.signIn("mum").status == .serviceUnavailable)
                house.server.isAway.withLock { $0 = false }
                house.server.says.withLock { $0["mum@example.org:right"] = right }
            }
        }
    }

    @Test("a server that has no time for anybody is not one that is away")
    func busy() async throws {
        try await House.with { house in
            let cookie = try await house.cookie("mum")
            house.server.says.withLock { $0["mum@example.org:right"] = .busy(reason: "too many") }
            #expect(await house.signIn("mum").status == .serviceUnavailable)
            #expect(await house.get("/", cookie).status == .ok)
        }
    }

    @Test("while no child is known here nobody is of the family")
    func empty() async throws {
        try await House.with { house in
            let cookie = try await house.cookie("mum")
            try await house.store.write("test") { transaction in
                try transaction.run(PlainUpdate("test.gone", "UPDATE child SET gone = 1"))
            }
            #expect(await house.get("/", cookie).status == .forbidden)
            #expect(await house.signIn("mum").status == .forbidden)
        }
    }

    @Test("who signs in with a browser that another was signed in with signs that one out")
    func another() async throws {
        try await House.with { house in
            let former = try await house.cookie("mum")
            let answer = await house.post(
                ["email": "bruno@example.org", "password": "right"], former, path: SignInView.path)
            #expect(answer.status.rawValue == 303)
            #expect(await house.get("/", former).status == .unauthorized)
        }
    }

    @Test("nothing of a password is in the store but what knows it again")
    func kept() async throws {
        try await House.with { house in
            house.server.says.withLock { $0["mum@example.org:Correct horse"] = $0["mum@example.org:right"] }
            let answer = await house.signIn("mum", "Correct horse")
            #expect(answer.status.rawValue == 303)
            let kept = try await house.store.read("test") { snapshot in
                try snapshot.server(origin: "https://one.example")
                    .flatMap { try snapshot.pagePerson("mum@example.org", on: $0) }
            }
            let hash = try #require(kept.flatMap { PasswordHash($0.password) })
            #expect(hash.isOf(Secret("Correct horse")) && !hash.isOf(Secret("right")))
        }
    }

    @Test(
        "five wrong ones are free for one person from one place, twenty from a place or for a person, then each has to wait"
    )
    func tooMany() async throws {
        try await House.with { house in
            for number in 0..<SignInLimits.few {
                #expect(await house.signIn("mum", "wrong \(number)").status == .unauthorized)
            }
            let asked = house.server.asked.withLock { $0.count }
            let answer = await house.signIn("mum")
            #expect(answer.status.rawValue == 429 && answer.headers["Retry-After"] != nil)
            #expect(house.server.asked.withLock { $0.count } == asked)
            // Nobody else is kept out by it, and not the same person elsewhere.
            #expect(await house.signIn("bruno").status.rawValue == 303)
            #expect(await house.signIn("mum", from: "10.0.0.9").status.rawValue == 303)
            // Whoever changes the names is counted by the place, whoever changes the place by the name.
            for number in 0..<(SignInLimits.some - SignInLimits.few) {
                _ = await house.signIn("nobody \(number)", "wrong")
                _ = await house.signIn("bruno", "wrong", from: "10.1.0.\(number)")
                _ = await house.signIn("bruno", "wrong", from: "10.2.0.\(number)")
            }
            #expect(await house.signIn("alice").status.rawValue == 429)
            #expect(await house.signIn("bruno", from: "10.0.0.8").status.rawValue == 429)
        }
    }

    @Test("a form of somebody else signs nobody in, and an empty one asks no server")
    func foreign() async throws {
        try await House.with { house in
            let answer = await house.post(
                ["email": "mum@example.org", "password": "right"], path: SignInView.path,
                ["Origin": "https://evil.example", "Host": "127.0.0.1:8466"])
            #expect(answer.status == .forbidden && answer.headers["Set-Cookie"] == nil)
            for fields: KeyValuePairs<String, String> in [
                [:], ["email": "mum@example.org"], ["password": "right"],
            ] {
                #expect(await house.post(fields, path: SignInView.path).status == .unauthorized)
            }
            #expect(house.server.asked.withLock { $0.isEmpty })
        }
    }

    @Test("where others can read what is sent nothing is shown, and no password taken")
    func overheard() async throws {
        try await House.with { house in
            let request = HTTPRequest(
                method: "POST", target: SignInView.path, path: SignInView.path, query: nil, headers: [:],
                body: Array("email=mum@example.org&password=right".utf8))
            var visitor = PageVisitor(user: nil)
            visitor.isOverheard = true
            #expect(await house.handler.answer(request, by: visitor).status == .forbidden)
            #expect(house.server.asked.withLock { $0.isEmpty })
        }
    }
}

@Suite("What a child sees of the page", .timeLimit(.minutes(4)))
struct ChildAtThePageTests {
    private static let views = ["/", "/transactions", "/chores", "/plans", "/statistics", "/entries"]

    @Test(
        "its own money alone, and nothing of alerts, whatever address it types",
        arguments: views + [
            "/transactions?child=id-bruno", "/transactions/txn-id-bruno", "/transactions.csv", "/transactions.jsonl",
            "/transactions?search=secret", "/statistics?child=id-bruno", "/order/add-wish?child=id-bruno",
            "/order/edit-wish?record=wish-id-bruno",
        ])
    func own(_ path: String) async throws {
        try await House.with { house in
            let cookie = try await house.cookie("bruno")
            let answer = await house.get(path, cookie)
            #expect(answer.status == .ok, "\(answer.page)")
            for word in ["Alice", "111.11", "id-alice", "mums-phone", "/alerts", "/health", "All is well", "unwell"] {
                #expect(!answer.page.contains(word), "\(word) in \(path)")
            }
            for button in [
                "approve", "reject-chore", "name=\"order\" value=\"retry", "set-allowance", "/order/transaction",
            ] {
                #expect(!answer.page.contains(button), "\(button) in \(path)")
            }
        }
    }

    @Test(
        "what is not its own is not there",
        arguments: [
            "/alerts", "/alerts/1", "/alerts/2", "/health", "/transactions/txn-id-alice", "/transactions/txn-",
            "/transactions/2", "/transactions/txn-id-brun", "/transactions/1", "/transactions?child=id-alice",
            "/transactions?child=Alice", "/statistics?child=id-alice", "/transactions.csv?child=id-alice",
            "/chores/completion-id-alice/photo", "/order/transaction?child=id-bruno",
            "/order/approve-chore?record=completion-id-bruno",
            "/order/add-wish?child=id-alice", "/order/edit-wish?record=wish-id-alice",
            "/order/set-allowance?child=id-bruno",
            "/order/change-settings?child=id-bruno", "/order/withdraw-goal?record=goal-id-bruno",
        ])
    func others(_ path: String) async throws {
        try await House.with { house in
            let cookie = try await house.cookie("bruno")
            let answer = await house.get(path, cookie)
            #expect(answer.status.rawValue == 404, "\(answer.status.rawValue)")
            for word in ["Alice", "111.11", "txn-id-alice", "mums-phone"] { #expect(!answer.page.contains(word)) }
        }
    }

    @Test("what it orders goes by its own login, and is about its own; nothing else is taken")
    func orders() async throws {
        try await House.with { house in
            let cookie = try await house.cookie("bruno")
            let form = PageSession(token: cookie, nil).formToken
            let intent = String(repeating: "ab", count: 16)
            let wish = await house.post(
                [
                    "form": form, "order": "add-wish", "intent": intent, "child": "id-bruno", "name": "Kite",
                    "price": "3", "account": "mum",
                ], cookie)
            #expect(wish.status == .conflict && wish.page.contains("not today"))
            let draft = try #require(house.server.orders.withLock { $0.last })
            #expect(draft.account == "bruno" && draft.child == "id-bruno" && draft.deed == .addWish)
            for fields: KeyValuePairs<String, String> in [
                ["order": "add-wish", "child": "id-alice", "name": "Kite", "price": "3"],
                ["order": "remove-wish", "record": "wish-id-alice"], ["order": "remove-wish", "record": "wish"],
                ["order": "transaction", "child": "id-bruno", "amount": "9", "direction": "in", "description": "x"],
                ["order": "approve-chore", "record": "completion-id-bruno"],
                ["order": "set-allowance", "child": "id-bruno", "weekly": "99"],
                ["order": "edit-wish", "entry": intent, "name": "x"],
                ["order": "discard", "number": "1"], ["order": "seen", "number": "1"], ["order": "drill"],
                ["order": "look-now"], ["order": "silence", "of": "child:id-bruno", "hours": "24"],
                ["order": "test", "target": "mums-phone"], ["order": "discard-entry", "entry": intent],
                ["order": "sign-out-browser", "number": "1"],
            ] {
                let known = house.server.orders.withLock { $0.count }
                var all = "form=\(PageAddress.encoded(form))&intent=\(intent)"
                for field in fields { all += "&\(field.key)=\(PageAddress.encoded(field.value))" }
                let answer = await house.handler.answer(
                    HTTPRequest(
                        method: "POST", target: "/orders", path: "/orders", query: nil,
                        headers: ["Cookie": "pocketbell=\(cookie)"], body: Array(all.utf8)), by: PageVisitor(user: nil))
                #expect([400, 404, 409].contains(answer.status.rawValue), "\(fields): \(answer.status.rawValue)")
                #expect(
                    house.server.orders.withLock { $0.count } == known && !answer.page.contains("Alice"), "\(fields)")
            }
            #expect(await house.get("/", cookie).status == .ok)
            #expect(await house.post(["form": form, "order": "sign-out"], cookie).status.rawValue == 303)
            #expect(await house.get("/", cookie).status == .unauthorized)
        }
    }

    @Test("a child whose login nobody watches with only looks")
    func unwatched() async throws {
        try await House.with { house in
            let cookie = try await house.cookie("alice")
            let page = await house.get("/plans", cookie).page
            #expect(page.contains("Wish of Alice") && !page.contains("/order/"))
            #expect(await house.get("/order/add-wish?child=id-alice", cookie).status.rawValue == 404)
        }
    }
}

@Suite("Wrong passwords")
struct SignInLimitsTests {
    @Test("waits grow to a quarter of an hour, and all is forgotten after a success or an hour")
    func waits() throws {
        var limits = SignInLimits()
        var now = ContinuousClock.now
        let (a, b) = (SignInLimits.Key(text: "a", free: 5), SignInLimits.Key(text: "b", free: 5))
        for _ in 0..<5 {
            let wait = limits.begin([a], at: now)
            #expect(wait == nil)
        }
        var waits: [Duration] = []
        for _ in 0..<8 {
            let found = limits.begin([a, b], at: now)
            let wait = try #require(found)
            waits.append(wait)
            now += wait
            let next = limits.begin([a], at: now)
            #expect(next == nil)
        }
        #expect(waits == [30, 60, 120, 240, 480, 900, 900, 900].map { Duration.seconds($0) })
        let later = limits.begin([a], at: now + SignInLimits.memory)
        #expect(later == nil)
    }

    @Test("who is right has no more held against him, and the place that one try alone")
    func right() {
        var limits = SignInLimits()
        let now = ContinuousClock.now
        func keys(_ email: String) -> [SignInLimits.Key] { SignInLimits.Key.all(of: email, from: "here") }
        for number in 0..<(SignInLimits.some - 1) { _ = limits.begin(keys("guess \(number)"), at: now) }
        for _ in 0..<3 {
            let own = limits.begin(keys("own"), at: now)
            #expect(own == nil)
            limits.succeeded("own", from: "here")
        }
        _ = limits.begin(keys("last"), at: now)
        let wait = limits.begin(keys("own"), at: now)
        #expect(wait != nil)
    }

    @Test("who changes places does not make it remember more than it may, nor forget who has tried often")
    func bounds() {
        var limits = SignInLimits()
        let now = ContinuousClock.now
        let first = SignInLimits.Key(text: "first", free: 5)
        for _ in 0..<5 { _ = limits.begin([first], at: now) }
        let once = SignInLimits.Key(text: "0", free: 1)
        for number in 0...SignInLimits.most {
            _ = limits.begin([.init(text: "\(number)", free: 1)], at: now + .milliseconds(number))
        }
        let later = now + .seconds(10)
        let (still, forgotten) = (limits.begin([first], at: later), limits.begin([once], at: later))
        #expect(still != nil && forgotten == nil)
    }

    @Test("of IPv6 the network counts, of IPv4 the machine; behind a proxy nobody's place is known")
    func places() {
        var place = PagePlace(port: 8_466)
        place.proxies = ["10.0.0.7"]
        place.certificate = .init(file: "a", key: "b", stamps: [])
        func places(_ address: String, _ user: UInt32? = nil) -> String? {
            var request = HTTPRequest(method: "GET", target: "/", path: "/", query: nil, headers: [:])
            request.peer = .address(address, port: 1)
            return PageVisitor(request, at: place, user: user).place
        }
        #expect(
            places("2001:db8:1:2:3:4:5:6") == places("2001:db8:1:2:ffff::1") && places("fd00::1") == places("fd00::2"))
        #expect(places("192.0.2.1") == "192.0.2.1" && places("::ffff:192.0.2.1") == "::ffff:192.0.2.1")
        let plain = PagePlace(port: 8_466)
        for (address, isOfMachine) in [("127.0.0.1", true), ("::1", true), ("192.0.2.1", false), ("fd00::1", false)] {
            var request = HTTPRequest(method: "GET", target: "/", path: "/", query: nil, headers: [:])
            request.peer = .address(address, port: 1)
            let visitor = PageVisitor(request, at: plain, user: nil)
            #expect(visitor.isOfMachine == isOfMachine && visitor.isOverheard == !isOfMachine, "\(address)")
            #expect(!PageVisitor(request, at: place, user: nil).isOverheard)
        }
        #expect(places("127.0.0.1", 1_000) == "user 1000" && places("10.0.0.7") == nil)
    }
}
