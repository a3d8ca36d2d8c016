import Control
import HTTPServer
import JSON
import Observability
import Relay
import Runtime
import Store
import TestSupport
import Testing
import Values

@testable import Dashboard
@testable import HTTPServer

/// A family of one child who writes as badly as anybody can, and a browser.
struct Household {
    static let hostile = "<script>alert('x')</script>\u{202E}\"&"
    let store: Store
    let sessions: PageSessions
    let handler: PageHandler
    private let folder: TemporaryFolder

    init(accounts: ControlAccounts? = nil, targets: [Installed.Target] = []) async throws {
        folder = try TemporaryFolder()
        store = try await Store.open(in: folder.path, logger: .silent)
        sessions = PageSessions(store: store)
        try await store.writeAlerts { transaction in
            let server = try transaction.ensureServer(origin: "https://one.example")
            let child = ChildRow(
                server: server.id, id: .init(rawValue: "id-alice"), firstName: "Al<i>ce", lastName: "Reed",
                balance: try #require(Decimal("12.50")), seenAt: Timestamp(seconds: 1_773_500_966))
            try transaction.upsert(child)
            let row = TransactionRow(
                server: server.id, id: .init(rawValue: "txn-1"), child: child.id, amount: try #require(Decimal("3.20")),
                kind: .debit, category: "<b>", description: Household.hostile, balanceAfter: child.balance,
                createdAt: Timestamp(seconds: 1_773_500_966), position: 1,
                firstSeenAt: Timestamp(seconds: 1_773_500_967),
                source: .hint, isLate: false)
            _ = try transaction.insert(row)
            let change = FactChange(
                kind: .transactionAdded(row), child: child, origin: "https://one.example", isLate: false,
                at: Timestamp(seconds: 1_773_500_967))
            let alert = PlannedAlert(
                key: .init(rawValue: "new|txn-1"), event: .transaction,
                deliveries: [PlannedDelivery(target: "phone", heldUntil: nil)])
            _ = try transaction.insert(alert, for: change)
            return ((), [])
        }
        let api = ControlAPI(store: store, installed: { Installed(targets: targets) }, accounts: accounts) { target in
            .value(["message": .string("the target answered"), "delivered": .bool(target == "phone")])
        }
        handler = PageHandler(
            api: api, sessions: sessions, language: { .english }, zone: { .utc },
            changes: { AsyncStream { $0.finish() } }, photos: PagePhotos { .success($0) },
            now: { Timestamp(seconds: 1_773_501_000) })
    }

    static func with(
        accounts: ControlAccounts? = nil, targets: [Installed.Target] = [], _ body: (Household) async throws -> Void
    ) async throws {
        let household = try await Household(accounts: accounts, targets: targets)
        try await body(household)
        await household.store.close()
    }

    func get(
        _ path: String, cookie: String? = nil, _ headers: HTTPHeaders = [:], method: String = "GET",
        by user: UInt32? = nil
    ) async -> HTTPResponse {
        let parts = path.split(separator: "?", maxSplits: 1)
        var headers = headers
        headers["Cookie"] = cookie.map { "other=1; pocketbell=\($0)" }
        return await handler.answer(
            HTTPRequest(
                method: method, target: path, path: String(parts[0]), query: parts.count > 1 ? String(parts[1]) : nil,
                headers: headers), by: PageVisitor(user: user))
    }

    func post(
        _ fields: KeyValuePairs<String, String>, cookie: String, _ headers: HTTPHeaders = [:], path: String = "/orders"
    ) async -> HTTPResponse {
        await post(fields: fields.map { ($0.key, $0.value) }, cookie: cookie, headers, path: path)
    }

    func post(
        fields: [(key: String, value: String)], cookie: String, _ headers: HTTPHeaders = [:],
        path: String = "/orders"
    ) async -> HTTPResponse {
        var headers = headers
        headers["Cookie"] = "pocketbell=\(cookie)"
        let body = fields.map { "\($0.key)=\(PageAddress.encoded($0.value))" }.joined(separator: "&")
        return await handler.answer(
            HTTPRequest(
                method: "POST", target: path, path: path, query: nil, headers: headers, body: Array(body.utf8)),
            by: PageVisitor(user: nil)
        )
    }

    /// Signs a browser in, as a person does.
    func signIn() async throws -> (cookie: String, form: String) {
        let link = sessions.issueLink().withText { $0 }
        let answer = await get("/in/\(link)")
        let cookie = try #require(answer.headers["Set-Cookie"])
        #expect(cookie.contains("HttpOnly") && cookie.contains("SameSite=Strict"))
        let token = try #require(cookie.split(separator: ";").first?.split(separator: "=").last)
        let session = try #require(try await sessions.session(String(token), by: nil))
        return (String(token), session.formToken)
    }
}

extension HTTPResponse {
    var page: String {
        if case .bytes(let bytes) = body { String(decoding: bytes, as: UTF8.self) } else { "" }
    }
}

@Suite("The page")
struct PageHandlerTests {
    static let views = [
        "/", "/transactions", "/transactions?child=id-alice&month=2026-03", "/transactions/txn-1", "/alerts",
        "/alerts/1", "/health",
        "/chores", "/plans", "/entries", "/order/transaction", "/order/add-wish?child=id-alice",
        "/statistics", "/statistics?child=id-alice&month=2026-03", "/statistics?month=2990-01",
        "/transactions?search=alert&kind=debit&category=%3Cb%3E&from=2026-03-01&to=2026-03-31",
    ]

    @Test(
        "nobody sees anything without being signed in, and a link is good once",
        arguments: views + ["/live", "/transactions.jsonl", "/transactions.csv"])
    func signedOut(_ path: String) async throws {
        try await Household.with { household in
            let answer = await household.get(path)
            #expect(answer.status == .unauthorized && answer.page.contains("pocketbell open"))
            #expect(!answer.page.contains("12.50") && !answer.page.contains("script>"))
            #expect(await household.get(path, cookie: "guess").status == .unauthorized)
            let link = household.sessions.issueLink().withText { $0 }
            #expect(await household.get("/in/\(link)").status == .ok)
            #expect(await household.get("/in/\(link)").status == .forbidden)
        }
    }

    @Test(
        "every view is whole, loads nothing from elsewhere, and takes what a child has typed as text", arguments: views)
    func whole(_ path: String) async throws {
        try await Household.with { household in
            let (cookie, _) = try await household.signIn()
            let answer = await household.get(path, cookie: cookie)
            #expect(answer.status == .ok)
            let page = answer.page
            #expect(page.hasPrefix("<!DOCTYPE html><html lang=\"en\">") && page.hasSuffix("</html>"))
            #expect(!page.contains("<script>") && !page.contains("<i>ce") && !page.contains("\u{202E}"))
            #expect(!page.contains("http:") && !page.contains("https:") && !page.contains("style="))
            let policy = try #require(answer.headers["Content-Security-Policy"])
            #expect(policy.contains("default-src 'none'") && policy.contains("frame-ancestors 'none'"))
            #expect(answer.headers["Cache-Control"] == "no-store" && answer.headers["X-Frame-Options"] == "DENY")
            // With "no-referrer" a browser sends its forms from the origin "null", which is refused.
            #expect(answer.headers["Referrer-Policy"] == "same-origin" && !page.contains("no-referrer"))
        }
    }

    @Test("what one user's browser keeps opens nothing for another user of the machine")
    func otherUser() async throws {
        try await Household.with { household in
            let link = household.sessions.issueLink().withText { $0 }
            let token = try #require(await household.sessions.open(link: link, by: PageVisitor(user: 1_000)))
            #expect(await household.get("/", cookie: token, by: 1_000).status == .ok)
            for other in [1_001, 0, nil] as [UInt32?] {
                #expect(await household.get("/", cookie: token, by: other).status == .unauthorized)
            }
        }
    }

    @Test("what there is stands on the views")
    func contents() async throws {
        try await Household.with { household in
            let (cookie, _) = try await household.signIn()
            let overview = await household.get("/", cookie: cookie).page
            #expect(overview.contains("$12.50") && overview.contains("-$3.20") && overview.contains("Al&lt;i&gt;ce"))
            let story = await household.get("/transactions/txn-1", cookie: cookie).page
            #expect(story.contains("The hub announced it") && story.contains("phone"))
            let german = await household.get("/alerts", cookie: cookie, ["Accept-Language": "de"]).page
            #expect(
                german.contains("lang=\"de\"") && german.contains("wartet") && german.contains("Noch einmal senden"))
        }
    }

    @Test(
        "what is not there is said to be not there",
        arguments: [
            "/transactions/nothing", "/transactions?month=2026-99", "/transactions?from=today",
            "/transactions?to=9999-99-99",
            "/transactions?kind=odd", "/transactions?before=x", "/transactions.csv?before=1.2", "/transactions.xml",
            "/transactions?from=2026-03-02&to=2026-03-01", "/transactions?child=nobody", "/alerts?state=odd",
            "/statistics?month=2026-3", "/statistics?child=nobody", "/statistics/2026",
            "/nothing", "/files/0/style.css", "/transactions/", "/in", "/orders",
        ])
    func missing(_ path: String) async throws {
        try await Household.with { household in
            let (cookie, _) = try await household.signIn()
            let answer = await household.get(path, cookie: cookie)
            #expect([400, 404].contains(answer.status.rawValue), "\(answer.status.rawValue)")
            #expect(answer.page.contains("</html>"))
        }
    }

    @Test("an order needs the form's own token, from this page")
    func forged() async throws {
        try await Household.with { household in
            let (cookie, form) = try await household.signIn()
            let (_, foreign) = try await household.signIn()
            for token in ["", "x", foreign] {
                #expect(
                    await household.post(["form": token, "order": "discard", "number": "1"], cookie: cookie).status
                        == .forbidden)
            }
            let elsewhere: HTTPHeaders = ["Origin": "https://evil.example", "Host": "127.0.0.1:8466"]
            #expect(
                await household.post(["form": form, "order": "discard", "number": "1"], cookie: cookie, elsewhere)
                    .status == .forbidden)
            #expect(
                await household.post(["form": form, "order": "discard"], cookie: cookie, path: "/").status == .forbidden
            )
            #expect(
                await household.post(["form": form, "order": "discard", "number": "1"], cookie: "x").status
                    == .unauthorized)
            #expect(await household.get("/alerts?state=queued", cookie: cookie).page.contains("phone"))
        }
    }

    @Test("what is given up is given up, and what cannot be is said")
    func orders() async throws {
        try await Household.with { household in
            let (cookie, form) = try await household.signIn()
            let done = await household.post(["form": form, "order": "discard", "number": "1"], cookie: cookie)
            #expect(done.status.rawValue == 303 && done.headers["Location"] == "/alerts")
            #expect(await household.get("/alerts?state=discarded", cookie: cookie).page.contains("phone"))
            let again = await household.post(["form": form, "order": "discard", "number": "1"], cookie: cookie)
            #expect(again.status == .conflict && again.page.contains("already"))
            for fields: KeyValuePairs<String, String> in [
                ["form": form], ["form": form, "order": "unknown"], ["form": form, "order": "retry", "number": "x"],
                ["form": form, "order": "approve-chore", "record": "r", "intent": "short"],
                ["form": form, "order": "test"],
            ] {
                #expect(await household.post(fields, cookie: cookie).status == .badRequest)
            }
            let tried = await household.post(["form": form, "order": "test", "target": "phone"], cookie: cookie)
            #expect(tried.status == .ok && tried.page.contains("the target answered"))
            #expect(
                await household.post(["form": form, "order": "test", "target": "other"], cookie: cookie).status
                    == .conflict)
            // Nobody takes orders where no program runs.
            let intent = PageSession.newID()
            let refused = await household.post(
                ["form": form, "order": "approve-chore", "record": "r", "intent": intent], cookie: cookie)
            #expect(refused.status.rawValue == 503 || refused.status == .conflict)
        }
    }

    @Test("a child is left in peace for a while, and that is ended by a button")
    func silences() async throws {
        try await Household.with { household in
            let (cookie, form) = try await household.signIn()
            #expect(await household.get("/health", cookie: cookie).page.contains("value=\"child:id-alice\""))
            let begun = await household.post(
                ["form": form, "order": "silence", "of": "child:id-alice", "hours": "24"], cookie: cookie)
            #expect(begun.status.rawValue == 303 && begun.headers["Location"] == "/health")
            let page = await household.get("/health", cookie: cookie).page
            #expect(page.contains("Nobody is told of Al&lt;i&gt;ce Reed until") && page.contains("end-silence"))
            #expect(
                await household.post(["form": form, "order": "end-silence", "number": "1"], cookie: cookie).status
                    .rawValue == 303)
            #expect(await !household.get("/health", cookie: cookie).page.contains("end-silence"))
            #expect(
                await household.post(["form": form, "order": "end-silence", "number": "1"], cookie: cookie).status
                    == .conflict)
            for (subject, hours) in [
                ("child:id-alice", "3"), ("child:id-alice", "x"), ("id-alice", "1"), ("child:", "1"), ("", ""),
                ("odd:a", "1"),
            ] {
                let refused = await household.post(
                    ["form": form, "order": "silence", "of": subject, "hours": hours], cookie: cookie)
                #expect(refused.status == .badRequest, "\(subject) \(hours)")
            }
            for subject in ["child:nobody", "target:id-alice", "child:\(Household.hostile)"] {
                let refused = await household.post(
                    ["form": form, "order": "silence", "of": subject, "hours": "1"], cookie: cookie)
                #expect(refused.status == .conflict && !refused.page.contains("<script>"), "\(subject)")
            }
        }
    }

    @Test("a button that is pressed twice on one page orders once; what was refused may be tried again")
    func twice() async throws {
        try await Household.with(targets: [.init(name: "mum", kind: "desktops")]) { household in
            let (cookie, form) = try await household.signIn()
            func press(_ order: String, _ intent: String, _ fields: KeyValuePairs<String, String> = [:]) async -> Int {
                let all = [("form", form), ("order", order), ("intent", intent)] + fields.map { ($0.key, $0.value) }
                return Int(await household.post(fields: all, cookie: cookie).status.rawValue)
            }
            func copies() -> Int { KeptCopies(StoreCare(household.store)).all.count }
            #expect(await press("make-copy", "one") == 303 && copies() == 1)
            #expect(await press("make-copy", "one") == 303 && copies() == 1)
            #expect(await press("make-copy", "two") == 303 && copies() == 2)
            // Another one of the same page.
            #expect(await press("test", "two", ["target": "phone"]) == 200)
            #expect(await press("test", "two", ["target": "phone"]) == 303)
            for _ in 0..<2 { #expect(await press("create-token", "two", ["for": "desktop <b>"]) == 409) }
            for order in ["purge", "clear"] {
                let answer = await household.post(["form": form, "order": order], cookie: cookie)
                #expect(answer.status == .ok && answer.page.contains("Forgotten: 0 rows, 0 pictures."))
            }
            let page = await household.get("/health", cookie: cookie).page
            #expect(page.contains("name=\"intent\" value=\""))
        }
    }

    @Test("a browser has as many streams of changes as there are places, and keeps none from another")
    func live() async throws {
        try await Household.with { household in
            let cookie = try await household.signIn().cookie
            var streams: [HTTPResponse] = []
            for _ in 0..<16 { streams.append(await household.get("/live", cookie: cookie)) }
            #expect(streams.allSatisfy { $0.status == .ok })
            #expect(await household.get("/live", cookie: cookie).status.rawValue == 429)
            // Of what nobody reads there is no end that would give its place back.
            #expect(await household.get("/live", cookie: cookie, method: "HEAD").status == .methodNotAllowed)
            let other = try await household.signIn().cookie
            #expect(await household.get("/live", cookie: other).status == .ok)
        }
    }

    @Test("a browser that was signed in a short while ago is known by its cookie alone, and no other is")
    func wasHere() async throws {
        try await Household.with { household in
            let cookie = try await household.signIn().cookie
            #expect(household.sessions.wasHere("other=1; pocketbell=\(cookie)"))
            for cookies in ["", "pocketbell", "pocketbell=x", "a=\(cookie)x"] {
                #expect(!household.sessions.wasHere(cookies), "\(cookies)")
            }
            let form = try #require(try await household.sessions.session(cookie, by: nil)).formToken
            let answer = await household.post(["form": form, "order": "sign-out"], cookie: cookie)
            #expect(answer.headers["Set-Cookie"]?.contains("pocketbell=; Path=/; Max-Age=0;") == true)
            #expect(!household.sessions.wasHere("pocketbell=\(cookie)"))
        }
    }

    @Test("where the configuration says who is watched, nobody else can be added on the page")
    func listed() {
        var reader = PageReader(
            language: .english, currency: .dollar, zone: .utc, now: Timestamp(seconds: 1_773_501_000))
        func form() -> String {
            AccountForms(reader: reader, session: PageSession(token: "browser", nil)).html.source
        }
        #expect(form().contains("name=\"server\""))
        reader.listsAccounts = true
        #expect(!form().contains("<form") && form().contains("configuration file"))
    }

    @Test("a large body that is no form is read as none")
    func large() async throws {
        try await Household.with { household in
            let (cookie, form) = try await household.signIn()
            var fields = [(key: "form", value: form), (key: "order", value: "look-now")]
            #expect(await household.post(fields: fields, cookie: cookie).status != .forbidden)
            fields.append((key: "x", value: String(repeating: "x", count: 70_000)))
            #expect(await household.post(fields: fields, cookie: cookie).status == .forbidden)
        }
    }

    @Test("a copy is made and listed, and taken up when that is ordered; of none that is not listed")
    func copies() async throws {
        try await Household.with { household in
            let (cookie, form) = try await household.signIn()
            #expect(await !household.get("/health", cookie: cookie).page.contains("restore-copy"))
            let made = await household.post(["form": form, "order": "make-copy"], cookie: cookie)
            #expect(made.status.rawValue == 303 && made.headers["Location"] == "/health")
            let page = await household.get("/health", cookie: cookie).page
            #expect(page.contains("value=\"restore-copy\""))
            let name = try #require(KeptCopies(StoreCare(household.store)).all.first?.name)
            #expect(page.contains("value=\"\(name)\"") && page.contains("iB</p>"))
            for (copy, status) in [("", 400), ("x.backup", 409), ("../pocketbell.sqlite", 409)] {
                let refused = await household.post(
                    ["form": form, "order": "restore-copy", "copy": copy], cookie: cookie)
                #expect(refused.status.rawValue == status, "\(copy)")
            }
            #expect(!StoreCare(household.store).hasCopyWaiting)
            let ordered = await household.post(
                ["form": form, "order": "restore-copy", "copy": name], cookie: cookie)
            #expect(ordered.status == .ok && ordered.page.contains("within seconds"))
            #expect(StoreCare(household.store).hasCopyWaiting)
        }
    }

    @Test("accounts are signed in and out, and a token for a desktop is shown once; what cannot be is said")
    func access() async throws {
        let asked = Lock([String]())
        let answer: @Sendable (String) -> ControlAnswer = { text in
            asked.withLock { $0.append(text) }
            return .value(["signedIn": true])
        }
        let accounts = ControlAccounts { order in
            answer(order.withText { $0 })
        } signOut: { name in
            answer("out \(name)")
        }
        try await Household.with(
            accounts: accounts, targets: [.init(name: "mum", kind: "desktops")]
        ) { household in
            let (cookie, form) = try await household.signIn()
            let page = await household.get("/health", cookie: cookie).page
            #expect(page.contains("<option value=\"desktop mum\">mum</option>"))
            #expect(page.contains("<option value=\"feed id-alice\">"))
            let made = await household.post(
                ["form": form, "order": "create-token", "for": "desktop mum", "approves": "yes"], cookie: cookie)
            #expect(made.status == .ok && made.page.contains("pocketbell-desktop-1-"))
            for (number, purpose) in [(2, "feed"), (3, "feed id-alice")] {
                let feed = await household.post(
                    ["form": form, "order": "create-token", "for": purpose, "approves": "no"], cookie: cookie)
                #expect(feed.page.contains("pocketbell-feed-\(number)-") && feed.page.contains("/feed/events"))
            }
            let listed = await household.get("/health", cookie: cookie).page
            #expect(listed.contains("value=\"revoke-token\"") && !listed.contains("pocketbell-desktop-1-"))
            #expect(listed.contains("<bdi>Feed: everything</bdi>") && listed.contains("<bdi>Feed: what Al&lt;i&gt;ce"))
            for (fields, status) in [
                (["order": "revoke-token", "number": "1"], 303), (["order": "revoke-token", "number": "1"], 409),
                (["order": "revoke-token", "number": "x"], 400), (["order": "create-token", "for": ""], 400),
                (["order": "create-token", "for": "desktop <b>"], 409),
                (["order": "create-token", "for": "door x"], 400),
                (["order": "create-token", "for": "feed nobody"], 409),
                (["order": "create-token", "for": "feed", "approves": "yes"], 409),
                (["order": "login", "account": "mum", "email": "m@x.example", "password": "a\"b"], 303),
                (["order": "login", "account": "mum"], 400), (["order": "login", "password": "x"], 400),
                (["order": "login", "server": "https://a.example", "email": "d@x.example", "password": "p"], 303),
                (["order": "login", "server": "https://a.example", "account": "mum", "password": "p"], 400),
                (["order": "logout", "account": "mum"], 303), (["order": "logout"], 400),
            ] as [(KeyValuePairs<String, String>, Int)] {
                let all = [("form", form)] + fields.map { ($0.key, $0.value) }
                let answer = await household.post(fields: all, cookie: cookie)
                #expect(answer.status.rawValue == status, "\(fields)")
                #expect(!answer.page.contains("<b>"))
            }
            #expect(
                asked.withLock { $0 } == [
                    #"{"account":"mum","email":"m@x.example","password":"a\"b"}"#,
                    #"{"server":"https://a.example","email":"d@x.example","password":"p"}"#, "out mum",
                ])
        }
    }

    @Test("who signs out is signed out")
    func signOut() async throws {
        try await Household.with { household in
            let (cookie, form) = try await household.signIn()
            #expect(await household.post(["form": form, "order": "sign-out"], cookie: cookie).status.rawValue == 303)
            #expect(await household.get("/", cookie: cookie).status == .unauthorized)
        }
    }

    @Test("files are kept by browsers, since their address changes with them; other methods do nothing")
    func files() async throws {
        try await Household.with { household in
            for file in [PageFile.style, .script, .icon, .picture] {
                let answer = await household.get(file.address)
                #expect(answer.status == .ok && answer.headers["Cache-Control"]?.contains("immutable") == true)
                #expect(answer.headers["X-Content-Type-Options"] == "nosniff" && !answer.page.isEmpty)
            }
            #expect(await household.get("/", method: "DELETE").status == .methodNotAllowed)
        }
    }

    @Test("what a browser keeps among its programs names what is there, and is asked for anew each time")
    func installable() async throws {
        try await Household.with { household in
            let manifest = await household.get(PageFile.manifestAddress)
            #expect(manifest.headers["Cache-Control"] == "no-cache")
            let icons = try JSONValue(parsing: manifest.page).list("icons")
            for icon in icons {
                let file = await household.get("/\(icon.text("src"))")
                #expect(file.status == .ok && file.headers["Content-Type"] == icon.text("type"))
            }
            #expect(icons.count == 2)
            let worker = await household.get(PageFile.workerAddress)
            #expect(worker.status == .ok && worker.headers["Cache-Control"] == "no-cache")
            #expect(worker.headers["Content-Type"]?.hasPrefix("text/javascript") == true)
        }
    }

    @Test(
        "pages and files are small on their way to whoever takes them so",
        arguments: [
            ("gzip", true), ("deflate, gzip;q=0.5", true), ("br, GZIP", true), ("*", true), ("", false),
            ("br", false), ("gzip;q=0", false), ("gzip; q=0", false), ("xgzip", false),
            ("gzip;q=0.0", false), ("gzip;q=0, *", false), ("*;q=0, gzip;q=0.001", true),
        ])
    func compression(_ field: String, _ isSmall: Bool) async throws {
        try await Household.with { household in
            let (cookie, _) = try await household.signIn()
            for path in ["/", PageFile.style.address, PageFile.workerAddress] {
                let answer = await household.get(path, cookie: cookie, ["Accept-Encoding": field])
                guard case .bytes(let bytes) = answer.body else {
                    Issue.record("no bytes at \(path)")
                    continue
                }
                #expect((answer.headers["Content-Encoding"] == "gzip") == isSmall)
                #expect(bytes.starts(with: [0x1F, 0x8B]) == isSmall && answer.headers["Vary"] == "Accept-Encoding")
            }
            let picture = await household.get(PageFile.picture.address, ["Accept-Encoding": field])
            #expect(picture.headers["Content-Encoding"] == nil)
        }
    }
}
