import HTTPClient
import JSON
import Testing
import Values

@testable import AllowanceAPI

/// Every exchange of the real backend in which something was ordered that can be ordered here.
@Suite("Recorded orders", .enabled(if: SharedFolder.hasRecordings, "no ../shared/fixtures beside the package"))
struct RecordedOrderTests {
    private static let forms: [OrderForm] = [
        .addWish, .editWish, .buyWish, .removeWish, .addGoal, .editGoal, .depositGoal, .withdrawGoal, .removeGoal,
        .setAllowance, .pauseAllowance, .resumeAllowance, .changeSettings, .readNotifications,
    ]

    /// The order that a recorded request could be, and how its route is called there.
    private static func form(_ recording: Recording) -> (OrderForm, OrderRoute)? {
        for form in forms {
            for route in form.routes {
                let path =
                    "/api/v1"
                    + route.path.replacing(text: "{child}", with: "{id}").replacing(
                        text: "{record}", with: "{id}")
                if recording.method == route.method.rawValue, recording.route == path { return (form, route) }
            }
        }
        return nil
    }

    @Test("each is of one class: done, refused for good, without such a route, about something that is gone, or silent")
    func classes() throws {
        var counts: [String: [String: Int]] = [:]
        for recording in Recording.all {
            guard let (form, route) = Self.form(recording) else { continue }
            let call = try route.call(OrderRequest(form, child: "c", record: "r", payload: "{}"), key: "k")
            let name: String
            if 200..<300 ~= recording.status {
                name = "done"
            } else {
                let error = AllowanceError(
                    status: recording.status, body: Array((recording.body ?? "").utf8), retryAfter: nil, location: nil,
                    call: call, place: "https://allowance.example")
                name = error.outcomeIsUnknown ? "silent" : error.kind.rawValue
            }
            counts[form.name, default: [:]][name, default: 0] += 1
        }
        #expect(
            counts == [
                "wishlist add": ["unknown_route": 1],
                "goals add": ["done": 11, "invalid_request": 5],
                "goals edit": ["done": 1, "not_found": 1],
                "goals deposit": ["done": 6, "invalid_request": 3],
                "goals withdraw": ["done": 1, "invalid_request": 1],
                "goals remove": ["done": 2, "not_permitted": 1],
                "allowance set": ["done": 14, "invalid_request": 5, "not_permitted": 1, "not_found": 2],
                "allowance pause": ["done": 3, "not_found": 1, "invalid_request": 1],
                "allowance resume": ["done": 3],
                "allowance settings": ["done": 6, "invalid_request": 2],
                "notifications read": ["done": 3],
            ])
    }

    @Test("what the real backend answers to a new goal is known again in its list: what was asked is what it says")
    func goals() throws {
        var count = 0
        for recording in Recording.all where recording.method == "POST" && recording.route == "/api/v1/savings-goals" {
            guard recording.status == 201, let body = recording.body, let request = recording.request else { continue }
            let asked = try JSONValue(parsing: request)
            guard case .string(let name)? = asked["name"], case .number(let target)? = asked["targetAmount"],
                let payload = try? OrderForm.addGoal.payload(["name": name, "target": target.text])
            else { continue }
            let answer = JSONNode(family: .array([try JSONValue(parsing: body)]))
            let facts = try Goal.list.page(answer, of: nil).facts
            let always = Timestamp(seconds: 0)...Timestamp(seconds: 4_000_000_000)
            let found = OrderForm.addGoal.candidates(for: payload, in: facts, except: [], within: always)
            #expect(found.count == 1, "\(recording)")
            count += 1
        }
        #expect(count >= 4)
    }

    @Test("the real backend's contributions are read, and what was taken out of a goal is below zero")
    func contributions() throws {
        var (count, out) = (0, 0)
        for recording in Recording.all
        where recording.method == "GET" && recording.route == "/api/v1/savings-goals/{id}/contributions"
            && recording.status == 200
        {
            guard let body = recording.body else { continue }
            for fact in try Contribution.list.page(JSONNode(family: JSONValue(parsing: body)), of: "g").facts {
                let content = try JSONValue(parsing: fact.content)
                guard case .string(let amount)? = content["amount"] else { continue }
                count += 1
                if content["action"] == "withdrawal" {
                    out += 1
                    #expect(amount.hasPrefix("-"))
                }
            }
        }
        #expect(count > 0 && out > 0)
    }
}
