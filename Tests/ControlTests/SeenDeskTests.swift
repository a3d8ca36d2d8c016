import JSON
import Store
import Testing
import Values

@testable import Control

@Suite("What a person says to have seen", .timeLimit(.minutes(1)))
struct SeenDeskTests {
    private func api(_ installation: Installation) -> ControlAPI {
        ControlAPI(store: installation.store) { _ in .text("") }
    }

    private func order(_ body: JSONValue) -> ControlRequest {
        ControlRequest(.post, ["seen"], body: Secret(body.description))
    }

    /// A problem, told to "phone" by a rule that tells again.
    private func tell(_ installation: Installation) async throws {
        var delivery = PlannedDelivery(target: "phone", rule: "problems")
        delivery.timing = DeliveryTiming(again: DeliveryTiming.Again(every: .seconds(600), times: 2))
        let (planned, now) = (delivery, Timestamp(seconds: 1_800_000_000))
        let notice = AlertRow.Notice(subject: "mum", sentence: "s", since: now, isOver: false)
        try await installation.store.writeAlerts {
            ((), try $0.tell(notice, as: .connectionLost, to: [planned], at: now) ?? [])
        }
    }

    @Test("a delivery that is named is seen, and once; a number that there is none of is refused by itself")
    func named() async throws {
        try await Installation.with { installation async throws in
            let api = api(installation)
            try await tell(installation)
            let delivery = try #require(try await installation.store.deliveries().last?.work?.delivery)
            let number = JSONValue.number(JSONNumberText(Int(delivery.number.rawValue)))
            let answer = try await api.value(order(["numbers": [number, 99_999]]))
            #expect(answer["alerts"] == 1 && answer["notToldAgain"] == 1)
            guard case .array(let refused)? = answer["refused"] else {
                Issue.record("\(answer)")
                return
            }
            #expect(refused.count == 1 && refused[0].description.contains("there is no delivery 99999"))
            #expect(try await api.value(order(["numbers": [number]]))["alerts"] == 0)
            let seen = try await installation.store.read { try $0.sightings(of: delivery.alert).first }
            #expect(seen?.by == "pocketbell seen")
            let shown = try await api.value(ControlRequest(.get, ["deliveries", "\(delivery.number)"]))
            #expect(shown["delivery"]?["seen"]?["by"] == "pocketbell seen")
            #expect(shown["delivery"]?["proof"] != "seen", "what a person says elsewhere is no proof of this target")
        }
    }

    @Test("what nobody would be told again, or what is over, is seen and no more; all is what waits to be")
    func nothingFollows() async throws {
        try await Installation.with { installation async throws in
            let api = api(installation)
            let timing = DeliveryTiming(again: DeliveryTiming.Again(every: .seconds(600), times: 2))
            try await installation.alert(1, to: "phone")
            try await installation.alert(2, to: "phone", timing: timing, thread: "chore|1")
            try await installation.alert(3, to: "phone", thread: "chore|1", isEnd: true)
            #expect(try await api.value(order(["all": true]))["alerts"] == 0, "it is over")
            try await installation.alert(4, to: "phone", timing: timing)
            for (number, told) in [(1, 0), (2, 0), (4, 1)] as [(JSONValue, JSONValue)] {
                let answer = try await api.value(order(["numbers": [number]]))
                #expect(answer["alerts"] == 1 && answer["notToldAgain"] == told, "\(number)")
            }
        }
    }

    @Test("all is what would be told again or told others, and nothing else")
    func all() async throws {
        try await Installation.with { installation async throws in
            let api = api(installation)
            #expect(try await api.value(order(["all": true]))["alerts"] == 0)
            try await tell(installation)
            #expect(try await api.value(order(["all": true]))["alerts"] == 1)
            #expect(try await api.value(order(["all": true]))["alerts"] == 0)
        }
    }

    @Test(
        "an order that does not say which is refused",
        arguments: ["{}", #"{"numbers": []}"#, #"{"numbers": ["x"]}"#, "x"])
    func malformed(_ body: String) async throws {
        try await Installation.with { installation async throws in
            let request = ControlRequest(.post, ["seen"], body: Secret(body))
            guard case .refused(let refusal) = await api(installation).answer(request) else {
                Issue.record("it was taken")
                return
            }
            #expect(refusal.kind == .malformed)
        }
    }
}
