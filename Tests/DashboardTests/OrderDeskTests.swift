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

@testable import Control
@testable import Dashboard
@testable import HTTPServer

/// What the program was asked to take.
private final class Given: Sendable {
    let orders = Lock([OrderDraft]())
    let entries = Lock([EntryDraft]())
    let edits = Lock([EntryDraft]())
    let decisions = Lock([ConflictDraft]())
}

@Suite("Orders of the page")
struct OrderDeskTests {
    private static let id = String(repeating: "ab", count: 16)
    private static let refusal = ControlAnswer.Refusal(.unavailable, "not <today>", hint: "but tomorrow")
    private let folder: TemporaryFolder
    private let store: Store
    private let handler: PageHandler
    private let sessions: PageSessions
    private let given = Given()
    private static let photo: [UInt8] = [0xFF, 0xD8, 0xFF, 0xE0, 1, 2, 3]

    init() async throws {
        folder = try TemporaryFolder()
        store = try await Store.open(in: folder.path, logger: .silent)
        sessions = PageSessions(store: store)
        let now = Timestamp(seconds: 1_773_500_966)
        try await store.write { transaction in
            let server = try transaction.ensureServer(origin: "https://one.example")
            let child = ChildRow(
                server: server.id, id: .init(rawValue: "id-alice"), firstName: "Al<i>ce", lastName: "Reed",
                balance: try #require(Decimal("20.00")), seenAt: now)
            try transaction.upsert(child)
            let records: [(RecordRow.Kind, String, String)] = [
                (.completion, "c-1", #"{"title":"<b>Lawn","reward":"2.50","state":"pendingApproval","photo":"/p/1"}"#),
                (
                    .completion, "c-2",
                    #"{"title":"Car","reward":"6","state":"rejected","rejection":"<u>dirty","photo":"/p/2"}"#
                ),
                (
                    .chore, "ch-1",
                    #"{"title":"Lawn","reward":"2.50","state":"active","completions":1,"description":"<i>all"}"#
                ),
                (
                    .goal, "g-1",
                    #"{"name":"Bi<c>ycle","saved":"10.00","target":"60.00","state":"active","due":"2027-01-25T00:00:00Z","priority":2}"#
                ),
                (.goal, "g-2", #"{"name":"Zoo","saved":"0.00","target":"9.00","state":"purchased"}"#),
                (
                    .wish, "w-1",
                    #"{"name":"Ki<t>e","price":"12.50","purchased":false,"link":"javascript:alert(1)","notes":"red"}"#
                ),
                (
                    .wish, "w-2",
                    #"{"name":"Drum","price":"99.00","purchased":false,"link":"https://shop.example/?a=1&b"}"#
                ),
                (
                    .notification, "n-1",
                    #"{"title":"<b>Saved","body":"You have <i>saved","kind":"goal","read":false,"at":"2026-03-14T10:00:00Z"}"#
                ),
                (.notification, "n-2", #"{"title":"Old","body":"","read":true,"at":"2026-03-13T10:00:00Z"}"#),
                (
                    .settings, "id-alice",
                    #"{"weeklyAllowance":"7.50","mayOwe":false,"transferPercentage":20,"transfer":"percentage"}"#
                ),
            ]
            for (rank, record) in records.enumerated() {
                try transaction.take(
                    RecordRow(
                        server: server.id, kind: record.0, id: .init(rawValue: record.1), child: child.id, rank: rank,
                        content: record.2, at: now))
            }
        }
        let taker = EntryTaker(
            add: { [given] draft, _ in
                given.entries.withLock { $0.append(draft) }
                throw Self.refusal
            },
            edit: { [given] draft, _ in
                given.edits.withLock { $0.append(draft) }
                throw Self.refusal
            },
            order: { [given] draft, _ in
                given.orders.withLock { $0.append(draft) }
                throw Self.refusal
            },
            resolve: { [given] draft in given.decisions.withLock { $0.append(draft) } }, ownChild: { _ in nil },
            take: { _ in throw Self.refusal })
        handler = PageHandler(
            api: ControlAPI(store: store, entries: taker) { _ in .text("") }, sessions: sessions,
            language: { .english }, zone: { .utc }, changes: { AsyncStream { $0.finish() } },
            photos: PagePhotos { file in
                file.first == 0xFF
                    ? .success(Array(file.dropFirst()))
                    : .failure(ControlAnswer.Refusal(.malformed, "the photo is no JPEG file"))
            }, now: { now })
    }

    private func signIn() async throws -> (cookie: String, form: String) {
        let link = sessions.issueLink().withText { $0 }
        let answer = await ask("/in/\(link)")
        let cookie = try #require(answer.headers["Set-Cookie"]?.split(separator: ";").first?.split(separator: "=").last)
        return (String(cookie), try #require(try await sessions.session(String(cookie), by: nil)).formToken)
    }

    private func ask(_ target: String, cookie: String = "", language: String = "en") async -> HTTPResponse {
        let parts = target.split(separator: "?", maxSplits: 1)
        return await handler.answer(
            HTTPRequest(
                method: "GET", target: target, path: String(parts[0]), query: parts.count > 1 ? String(parts[1]) : nil,
                headers: ["Cookie": "pocketbell=\(cookie)", "Accept-Language": language]), by: PageVisitor(user: nil))
    }

    private func send(
        _ fields: KeyValuePairs<String, String>, _ signedIn: (cookie: String, form: String), language: String = "en"
    ) async -> HTTPResponse {
        let all = fields.map { ($0.key, $0.value) } + [("form", signedIn.form), ("intent", Self.id)]
        let body = all.map { "\($0.0)=\(PageAddress.encoded($0.1))" }.joined(separator: "&")
        return await handler.answer(
            HTTPRequest(
                method: "POST", target: "/orders", path: "/orders", query: nil,
                headers: ["Cookie": "pocketbell=\(signedIn.cookie)", "Accept-Language": language],
                body: Array(body.utf8)), by: PageVisitor(user: nil))
    }

    /// The form of a chore that is done, as a browser sends one with a file.
    private func send(photo: [UInt8], named file: String, _ signedIn: (cookie: String, form: String)) async
        -> HTTPResponse
    {
        let fields = [
            ("form", signedIn.form), ("intent", Self.id), ("order", FilledOrder.deed(.doneChore).word),
            ("record", "ch-1"),
            ("notes", "All of it, \u{FC}ber & over\r\n"),
        ]
        func head(_ name: String, _ more: String = "") -> String {
            "--b0undary\r\nContent-Disposition: form-data; name=\"\(name)\"\(more)\r\n\r\n"
        }
        let body =
            fields.flatMap { Array((head($0.0) + $0.1 + "\r\n").utf8) }
            + Array(head("photo", "; filename=\"\(file)\"").utf8) + photo + Array("\r\n--b0undary--\r\n".utf8)
        return await handler.answer(
            HTTPRequest(
                method: "POST", target: "/orders", path: "/orders", query: nil,
                headers: [
                    "Cookie": "pocketbell=\(signedIn.cookie)",
                    "Content-Type": "multipart/form-data; boundary=b0undary",
                ],
                body: body), by: PageVisitor(user: nil))
    }

    @Test(
        "a chore that is done takes a photo along, made ready; without one it goes without; what is none comes back with what was typed"
    )
    func photo() async throws {
        let signedIn = try await signIn()
        let form = await ask(FilledOrder.deed(.doneChore).address(record: "ch-1"), cookie: signedIn.cookie).page
        #expect(form.contains("enctype=\"multipart/form-data\"") && form.contains("type=\"file\" name=\"photo\""))
        #expect(!(await ask("/order/add-chore?child=id-alice", cookie: signedIn.cookie).page.contains("enctype")))
        // The desk's program refuses all, and shows what it was asked for.
        _ = await send(photo: [0xFF, 0x0D, 0x0A, 0x00], named: "room.jpg", signedIn)
        _ = await send(photo: [], named: "", signedIn)
        let orders = given.orders.withLock { $0 }
        #expect(orders.map(\.photo) == [[0x0D, 0x0A, 0x00], nil])
        #expect(orders.allSatisfy { $0.fields["notes"] == "All of it, \u{FC}ber & over\r\n" && $0.record == "ch-1" })
        let refused = await send(photo: Array("<script>".utf8), named: "x\"><script>.jpg", signedIn)
        #expect(refused.status == .conflict && refused.page.contains("the photo is no JPEG file"))
        #expect(
            refused.page.contains("All of it, \u{FC}ber &amp; over") && refused.page.contains("Choose the photo again.")
        )
        #expect(!refused.page.contains("<script>") && given.orders.withLock { $0.count } == 2)
        await store.close()
    }

    @Test(
        "chores, plans and entries are whole, and take what a child has typed as text",
        arguments: ["/chores", "/plans", "/entries"])
    func whole(_ path: String) async throws {
        let signedIn = try await signIn()
        for language in ["en", "de", "fr", "es"] {
            let page = await ask(path, cookie: signedIn.cookie, language: language)
            #expect(page.status == .ok && page.page.hasSuffix("</html>"))
            for tag in ["<b>L", "<c>", "<t>", "<u>d", "<i>"] { #expect(!page.page.contains(tag)) }
            // A link that people have typed is one of the web, or none.
            #expect(!page.page.contains("javascript:"))
        }
        await store.close()
    }

    @Test("what waits comes with its photo, and what there is enough money for says so")
    func said() async throws {
        let cookie = try await signIn().cookie
        let chores = await ask("/chores", cookie: cookie).page
        #expect(chores.contains("src=\"/chores/c-1/photo\"") && chores.contains("&lt;u&gt;dirty"))
        #expect(chores.contains("value=\"approve-chore\"") && chores.contains("/order/reject-chore?record=c-1"))
        #expect(!chores.contains("record=c-2"))
        let plans = await ask("/plans", cookie: cookie).page
        #expect(plans.contains("There is enough money for it.") && plans.contains("$79.00 are missing"))
        #expect(plans.contains("by 25 Jan 2027") && plans.contains("href=\"https://shop.example/?a=1&amp;b\""))
        #expect(plans.contains("/order/deposit-goal?record=g-1") && !plans.contains("deposit-goal?record=g-2"))
        await store.close()
    }

    @Test("every order has a form with a word for each field, in every language", arguments: FilledOrder.all)
    func forms(_ order: FilledOrder) async throws {
        let words: [any OrderWords] = [EnglishOrders(), GermanOrders(), FrenchOrders(), SpanishOrders()]
        for words in words {
            for field in order.fields {
                #expect(words.field(field.name) != field.name)
                guard case .choice(let choices) = field.shape else { continue }
                for choice in choices where words is GermanOrders { #expect(words.choice(choice) != choice) }
            }
        }
        #expect(FilledOrder(order.word) == order)
        let record = ["c": "c-1", "chore": "ch-1", "goal": "g-1", "wish": "w-1"]
        let name = order.record.map { $0 == .completion ? "c" : $0.rawValue } ?? ""
        let cookie = try await signIn().cookie
        let address = order.address(child: order.isOfChild ? "id-alice" : nil, record: record[name])
        let page = await ask(address, cookie: cookie)
        #expect(page.status == .ok, "\(address)")
        #expect(page.page.contains("value=\"\(order.word)\""))
        for field in order.fields { #expect(page.page.contains("name=\"\(field.name)\"")) }
        await store.close()
    }

    @Test("money is entered as its reader writes it, and comes back with the reason where it is refused")
    func money() async throws {
        let signedIn = try await signIn()
        let again = await send(
            [
                "order": "transaction", "child": "id-alice", "direction": "out", "amount": "1.234,5",
                "description": "Ice <b>", "category": "", "notes": "",
            ], signedIn, language: "de")
        #expect(again.status == .conflict)
        #expect(given.entries.withLock { $0.first?.amount } == "-1234.5")
        #expect(given.entries.withLock { $0.first?.category } == nil)
        #expect(again.page.contains("not &lt;today&gt;") && again.page.contains("but tomorrow"))
        // Nothing of it is lost, and sending it again is the same order.
        #expect(again.page.contains("value=\"1.234,5\"") && again.page.contains("value=\"Ice &lt;b&gt;\""))
        #expect(again.page.contains("value=\"\(Self.id)\"") && again.page.contains("value=\"out\" selected"))
        let refused = await send(
            ["order": "transaction", "child": "id-alice", "direction": "in", "amount": "-5", "description": "x"],
            signedIn)
        #expect(refused.status == .conflict && refused.page.contains("“-5” is not an amount"))
        #expect(given.entries.withLock { $0.count } == 1)
        await store.close()
    }

    @Test("of a change only what is another than it was is sent")
    func change() async throws {
        let signedIn = try await signIn()
        let form = await ask("/order/edit-goal?record=g-1", cookie: signedIn.cookie, language: "de").page
        #expect(
            form.contains("name=\"target\" value=\"60,00\"") && form.contains("name=\"was-due\" value=\"2027-01-25\""))
        _ = await send(
            [
                "order": "edit-goal", "record": "g-1", "name": "Bicycle", "was-name": "Bi<c>ycle", "target": "60,00",
                "was-target": "60,00", "due": "", "was-due": "2027-01-25", "description": "", "was-description": "",
            ], signedIn, language: "de")
        let draft = try #require(given.orders.withLock { $0.first })
        #expect(draft.deed == .editGoal && draft.record == "g-1" && draft.id == Self.id)
        #expect(draft.fields == ["name": "Bicycle", "due": ""])
        // "As it is", also of a word that the server has and the list lacks.
        _ = await send(
            [
                "order": "edit-goal", "record": "g-1", "name": "Trike", "was-name": "Bi<c>ycle", "target": "60.00",
                "was-target": "60.00", "category": "", "was-category": "Spaceship", "due": "", "was-due": "",
            ], signedIn)
        #expect(given.orders.withLock { $0.last }?.fields == ["name": "Trike"])
        let settings = await ask("/order/change-settings?child=id-alice", cookie: signedIn.cookie).page
        #expect(settings.contains("<option value=\"no\" selected>") && settings.contains("value=\"7.50\""))
        await store.close()
    }

    @Test("of an order that is not sent yet nothing can be chosen instead of what was, and that is meant")
    func cleared() async throws {
        let asked = Lock([String]())
        let desk = OrderDesk(
            reader: PageReader(language: .english, currency: .dollar, zone: .utc, now: Timestamp(seconds: 0)),
            session: PageSession(token: "browser", nil), ask: { _, _ in [:] },
            give: { request in
                asked.withLock { $0.append(request.body?.withText { $0 } ?? "") }
                return .value([:])
            }, photos: PagePhotos { .success($0) })
        let fields =
            "intent=\(Self.id)&entry=e-1&name=Zoo&was-name=Zoo&target=9&was-target=9&category=&was-category=Toy"
        let form = PageOrders.Form(
            HTTPRequest(
                method: "POST", target: "/orders", path: "/orders", query: nil, headers: [:], body: Array(fields.utf8)))
        _ = try await desk.take(form, as: .deed(.addGoal), wasOther: false)
        #expect(asked.withLock { $0.first }?.contains(#""category":"""#) == true)
        await store.close()
    }

    @Test("every form has one id, and of chores that wait each its own: approving one is not approving another")
    func ids() async throws {
        let now = Timestamp(seconds: 1_773_500_966)
        let content = #"{"title":"Dishes","reward":"1.00","state":"pendingApproval"}"#
        try await store.write { transaction in
            let server = try transaction.ensureServer(origin: "https://one.example")
            try transaction.take(
                RecordRow(
                    server: server.id, kind: .completion, id: .init(rawValue: "c-9"),
                    child: .init(rawValue: "id-alice"), rank: 9, content: content, at: now))
        }
        let page = await ask("/chores", cookie: try await signIn().cookie).page
        let forms = page.split(separator: "<form ").dropFirst()
        func ids(_ form: Substring) -> [Substring] {
            form.split(separator: "name=\"intent\" value=\"").dropFirst().map { $0.prefix(32) }
        }
        #expect(forms.allSatisfy { ids($0).count == 1 })
        let approvals = forms.filter { $0.contains("value=\"approve-chore\"") }
        #expect(approvals.count == 2 && Set(approvals.flatMap(ids)).count == 2)
        await store.close()
    }

    @Test("what the family server tells is there to be marked as read, once")
    func notices() async throws {
        let signedIn = try await signIn()
        let page = await ask("/alerts", cookie: signedIn.cookie).page
        #expect(page.contains("&lt;b&gt;Saved") && page.contains("You have &lt;i&gt;saved") && page.contains("Old"))
        #expect(page.contains("name=\"notice\" value=\"n-1\"") && !page.contains("value=\"n-2\""))
        _ = await send(["order": "read-notice", "notice": "n-1"], signedIn)
        let draft = try #require(given.orders.withLock { $0.first })
        #expect(draft.deed == .readNotifications && draft.fields == ["ids": "n-1"])
        #expect(await send(["order": "read-notice"], signedIn).status == .badRequest)
        await store.close()
    }

    @Test(
        "what is no form's, no child's and no record's is nothing",
        arguments: [
            "/order/", "/order/rob-bank", "/order/edit-goal?record=g-9", "/order/edit-goal?record=w-1",
            "/order/transaction?child=id-nobody", "/order/add-wish?entry=abc", "/chores/c-9/photo",
            "/chores/c-1/photo/x",
            "/chores//photo", "/alerts/7",
        ])
    func nothing(_ path: String) async throws {
        let cookie = try await signIn().cookie
        #expect(await ask(path, cookie: cookie).status == .notFound, "\(path)")
        await store.close()
    }

    @Test("a form without its id, or of an order that there is not, is refused and orders nothing")
    func malformed() async throws {
        let signedIn = try await signIn()
        for fields: KeyValuePairs<String, String> in [
            ["order": "add-wish", "intent": "x", "child": "id-alice"], ["order": "rob-bank"],
            ["order": "resolve", "conflict": "1", "keep": "both"], ["order": "retry-entry"],
        ] {
            let answer = await send(fields, signedIn)
            #expect(answer.status == .badRequest || answer.status == .notFound, "\(fields)")
        }
        #expect(given.orders.withLock { $0.isEmpty })
        await store.close()
    }

    @Test(
        "amounts are read as people write them",
        arguments: [
            ("12.50", "12.50", "12.50"), ("12,50", "12.50", "12.50"), ("1,234.50", "1234.50", "1234.50"),
            ("1.234,50", "1234.50", "1234.50"), ("1.234", "1.234", "1234"), ("1,234", "1234", "1.234"),
            ("1 234,5", "1234.5", "1234.5"), ("7", "7", "7"), ("1.2.3", "1.2.3", "1.2.3"), ("abc", "abc", "abc"),
        ])
    func amounts(_ typed: String, english: String, german: String) {
        func reader(_ language: Language) -> PageReader {
            PageReader(language: language, currency: .dollar, zone: .utc, now: Timestamp(seconds: 0))
        }
        #expect(reader(.english).exact(typed: typed) == english)
        #expect(reader(.german).exact(typed: typed) == german)
        #expect(reader(.german).typed(exact: "-1234.50") == "1234,50")
    }

    @Test("only what begins as a picture is sent as one")
    func pictures() {
        #expect(PictureType([0xFF, 0xD8, 0xFF, 0xDB]) == .jpeg)
        #expect(PictureType([0x89] + Array("PNG\r\n\u{1A}\nx".utf8)) == .png)
        #expect(PictureType(Array("RIFF1234WEBPVP8".utf8)) == .webp)
        for text in ["", "<svg onload=alert(1)>", "<html>", "RIFF1234AVI ", "%PDF"] {
            #expect(PictureType(Array(text.utf8)) == nil)
        }
    }
}
