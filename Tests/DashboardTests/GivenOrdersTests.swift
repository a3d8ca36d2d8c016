import Control
import JSON
import Relay
import Runtime
import Testing
import Values

@testable import Dashboard
@testable import HTTPServer

@Suite("What was ordered from one page")
struct GivenOrdersTests {
    private func form(_ fields: String) -> PageOrders.Form {
        PageOrders.Form(
            HTTPRequest(
                method: "POST", target: "/orders", path: "/orders", query: nil, headers: [:], body: Array(fields.utf8)))
    }

    @Test("a button counts once, until it is taken back; of another page, or about something else, it is another")
    func buttons() {
        let given = GivenOrders()
        #expect(given.begin(form("intent=a&order=test&form=1")) && !given.begin(form("form=2&order=test&intent=a")))
        #expect(given.begin(form("intent=b&order=test")) && given.begin(form("intent=a&order=drill")))
        given.takeBack(form("intent=a&order=test"))
        #expect(given.begin(form("intent=a&order=test")) && !given.begin(form("intent=b&order=test")))
        #expect(given.begin(form("order=test")) && given.begin(form("order=test")))
    }

    @Test(
        "whoever goes back to a form and writes another amount is told that the first stands, and orders both with the next press"
    )
    func forms() async throws {
        let given = GivenOrders()
        let first = form("order=transaction&intent=\(String(repeating: "a", count: 32))&amount=1.00&description=x")
        let other = form("order=transaction&intent=\(String(repeating: "a", count: 32))&amount=2.00&description=x")
        #expect(!given.wasOther(first))
        given.note(first)
        #expect(!given.wasOther(first) && given.wasOther(other))
        let orders = Lock(0)
        let desk = OrderDesk(
            reader: PageReader(language: .english, currency: .dollar, zone: .utc, now: Timestamp(seconds: 0)),
            session: PageSession(token: "browser", nil), ask: { _, _ in [] },
            give: { _ in
                orders.withLock { $0 += 1 }
                return .value([:])
            }, photos: PagePhotos { .success($0) })
        guard case .again(let page) = try await desk.take(other, as: .transaction, wasOther: true) else {
            Issue.record("it was ordered")
            return
        }
        #expect(page.source.contains("was sent before") && page.source.contains("value=\"2.00\""))
        #expect(!page.source.contains(other["intent"]) && orders.withLock { $0 } == 0)
    }
}
