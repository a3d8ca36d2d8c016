import HTTPClient
import JSON
import Observability
import Store
import Testing
import Values

@testable import Relay

@Suite("Deliveries over a real network", Receiver.trait, .timeLimit(.minutes(1)))
struct DeliveryTests {
    private let receiver = Receiver.shared

    @Test("alerts arrive in order, once, signed, with the promised body")
    func happyPath() async throws {
        let relay = try await RelayFixture()
        let name = "happy"
        try await receiver.script(name, ["status": 200])
        try await relay.withRelay([.webhook(name, key: "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw")]) { _ in
            try await relay.alert(1...5, to: [name])
            try await relay.wait { $0.count == 5 && $0.allSatisfy { $0.state == .delivered } }
        }
        let seen = try await receiver.seen(name)
        #expect(seen.compactMap { $0.json?["data"]?["transaction"]?["id"]?.string } == (1...5).map { "t\($0)" })
        let first = try #require(seen.first)
        let data = try #require(first.json?["data"])
        #expect(data["alert"]?.string == first.headers["webhook-id"])
        #expect(data["transaction"]?["amount"] == "12.50" && data["repeat"] == false)
        let key = try WebhookKey(Secret("whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"))
        let signature = WebhookSignature(
            id: try #require(first.headers["webhook-id"]),
            timestamp: try #require(first.headers["webhook-timestamp"].flatMap { Int64($0) }),
            body: Array(first.body.utf8), keys: [key])
        #expect(first.headers["webhook-signature"] == signature.signature)
        #expect(try await relay.store.accounting().isBalanced)
        await relay.end()
    }

    @Test(
        "a server error is retried with the same id and the same bytes; another one asks first whether the target lives"
    )
    func retries() async throws {
        let relay = try await RelayFixture()
        let name = "retries"
        try await receiver.script(name, ["status": 500], ["status": 503], ["status": 500], ["status": 200])
        try await relay.withRelay([.webhook(name)]) { _ in
            try await relay.alert(1...3, to: [name])
            try await relay.wait { $0.allSatisfy { $0.state == .delivered } && $0.count == 3 }
        }
        let seen = try await receiver.seen(name)
        let ids = seen.compactMap { $0.json?["data"]?["transaction"]?["id"]?.string }
        #expect(ids == ["t1", "t2", "t1", "t1", "t2", "t3"])
        let first = [0, 2, 3].map { seen[$0] }
        #expect(Set(first.map(\.body)).count == 1 && Set(first.map { $0.headers["webhook-id"] }).count == 1)
        #expect(try await relay.attempts(1).map(\.outcome) == ["retry", "retry", "delivered"])
        await relay.end()
    }

    @Test("a broken connection after the request leaves doubt: sent again, and marked as a repeat")
    func reset() async throws {
        let relay = try await RelayFixture()
        let name = "reset"
        try await receiver.script(name, ["action": "reset"], ["status": 200, "body": "ok"])
        try await relay.withRelay([.slack(name)]) { _ in
            try await relay.alert(1...1, to: [name])
            try await relay.wait { $0.map(\.state) == [.delivered] }
        }
        // The client sends nothing twice by itself to a target that would show it twice.
        #expect(try await receiver.seen(name).map { $0.body.contains("may be a repeat") } == [false, true])
        #expect(try await relay.attempts(1).map(\.outcome) == ["in-doubt", "delivered"])
        await relay.end()
    }

    @Test("429 leaves the whole target alone for as long as it asks", arguments: ["0.2", "1", "soon"])
    func rateLimit(_ wait: String) async throws {
        let relay = try await RelayFixture()
        let name = "limit-\(wait)"
        try await receiver.script(
            name, ["status": 429, "headers": ["Retry-After": .string(wait)]], ["status": 200])
        let start = ContinuousClock.now
        try await relay.withRelay([.webhook(name)]) { _ in
            try await relay.alert(1...3, to: [name])
            try await relay.wait { $0.count == 3 && $0.allSatisfy { $0.state == .delivered } }
        }
        // What isn't a number is no wish; the short backoff of the tests clamps a second to 0.2.
        if wait != "soon" { #expect(start.duration(to: .now) >= .milliseconds(200)) }
        #expect(try await receiver.seen(name).count == 4)
        await relay.end()
    }

    @Test(
        "a dead endpoint suspends the target, visibly, and loses nothing",
        arguments: [
            (404, FailureReason.gone), (410, .gone), (401, .unauthorized), (302, .redirected),
        ])
    func deadEndpoint(_ status: Int, _ reason: FailureReason) async throws {
        let relay = try await RelayFixture()
        let name = "dead-\(status)"
        try await receiver.script(
            name, ["status": .number(JSONNumberText(status)), "headers": ["Location": "http://127.0.0.1:1/elsewhere"]],
            ["status": 200])
        try await relay.withRelay([.webhook(name)], backoff: .long) { running in
            try await relay.alert(1...2, to: [name])
            try await relay.wait { $0.first?.reason == reason && $0.first?.state == .queued }
            let status = try #require(await running.status().first)
            #expect(status.state == .suspended && status.reason == reason)
            #expect(try await receiver.seen(name).count == 1)
            // A person repaired it, and tries it out: what waits follows at once.
            #expect(try await running.test(target: name).isDelivered)
            try await relay.wait { $0.allSatisfy { $0.state == .delivered } }
        }
        await relay.end()
    }

    @Test(
        "what a target takes after people were told that it refuses proves it in the store: a sample, or what waited",
        arguments: [true, false])
    func proof(_ isSample: Bool) async throws {
        let relay = try await RelayFixture()
        let name = "proof-\(isSample)"
        try await receiver.script(name, ["status": 404], ["status": 200])
        let (store, start) = (relay.store, Timestamp(seconds: 1_700_000_000))
        try await store.writeAlerts { transaction in
            let notice = AlertRow.Notice(subject: name, sentence: "it refuses", since: start, isOver: false)
            return ((), try transaction.tell(notice, as: .targetSuspended, to: [], at: start) ?? [])
        }
        let proven = { try await store.read { try $0.toldProblems() }.map(\.isProven) }
        try await relay.withRelay([.webhook(name)], backoff: isSample ? .long : .short) { running in
            if isSample {
                #expect(try await !running.test(target: name).isDelivered)
                await running.tryAgain(target: name)
                #expect(try await proven() == [false], "nothing was taken")
                #expect(try await running.test(target: name).isDelivered)
            } else {
                try await relay.alert(1...1, to: [name])
                try await relay.wait { $0.first?.state == .delivered }
            }
            #expect(try await proven() == [true])
        }
        await relay.end()
    }

    @Test("a message that is refused is parked, and does not hold back the next")
    func refused() async throws {
        let relay = try await RelayFixture()
        let name = "refused"
        try await receiver.script(name, ["status": 422, "body": "no kites"], ["status": 200])
        try await relay.withRelay([.webhook(name)]) { _ in
            try await relay.alert(1...2, to: [name])
            try await relay.wait { $0.map(\.state) == [.dead, .delivered] }
        }
        #expect(try await relay.deliveries().first?.detail?.contains("no kites") == true)
        await relay.end()
    }

    @Test("an answer of 10 MB or one that drips for ever is an answer all the same", arguments: ["huge", "drip"])
    func endlessAnswers(_ action: String) async throws {
        let relay = try await RelayFixture()
        let name = "endless-\(action)"
        try await receiver.script(name, ["action": .string(action), "status": 200])
        let target = HTTPCourier(
            name: name,
            target: Impatient(
                try WebhookTarget(
                    url: Secret(receiver.hook(name)), signing: nil, addresses: .target(allowsPrivateAddresses: true))),
            http: TestHTTP.shared, clock: .system)
        let alert = RenderedAlert.sample(.sample(at: Timestamp(seconds: 1)))
        let attempt = await target.deliver(alert, body: nil)
        #expect(attempt.verdict.kind == .delivered)
        let answer = try #require(attempt.answer)
        #expect(answer.isTooLong == (action == "huge") && answer.isComplete != (action == "drip"))
        #expect(answer.body.count <= (answer.isTooLong ? HTTPAnswer.quoteLimit : HTTPAnswer.bodyLimit))
        await relay.end()
    }

    @Test("no answer in time leaves doubt")
    func hangs() async throws {
        let name = "hangs"
        try await receiver.script(name, ["action": "hang"])
        let webhook = try WebhookTarget(
            url: Secret(receiver.hook(name)), signing: nil, addresses: .target(allowsPrivateAddresses: true))
        let target = HTTPCourier(name: name, target: Impatient(webhook), http: TestHTTP.shared, clock: .system)
        let alert = RenderedAlert.sample(.sample(at: Timestamp(seconds: 1)))
        let verdict = await target.deliver(alert, body: nil).verdict
        #expect(verdict.kind == .inDoubt && verdict.reason == .timedOut, "\(verdict)")
    }

    @Test("a private address is refused unless the target is allowed one")
    func privateAddress() async throws {
        let relay = try await RelayFixture()
        let name = "private"
        try await receiver.script(name, ["status": 200])
        try await relay.withRelay([.webhook(name, allowsPrivateAddresses: false)]) { running in
            let report = try await running.test(target: name)
            #expect(!report.isDelivered && report.reason == .forbiddenAddress)
            #expect(report.sentence.contains("private-addresses: true"))
        }
        #expect(try await receiver.seen(name).isEmpty)
        await relay.end()
    }

    @Test("a key that is set is no remedy: where it is, an address that is refused all the same has to be another")
    func refusals() {
        let key = "private-addresses: true"
        #expect(AddressPolicy.target(allowsPrivateAddresses: false).refusal.contains(key))
        for policy in [AddressPolicy.target(allowsPrivateAddresses: true), .homeAlone] {
            #expect(!policy.refusal.contains(key) && policy.refusal.contains("choose another"))
        }
    }

    @Test("nobody there: not sent, so no doubt")
    func nobodyThere() async throws {
        let relay = try await RelayFixture()
        let nowhere = TargetConfiguration.webhook("nowhere", url: "http://127.0.0.1:1/x")
        try await relay.withRelay([nowhere]) { _ in
            try await relay.alert(1...1, to: ["nowhere"])
            try await relay.wait { $0.first?.attempts ?? 0 >= 2 }
        }
        let delivery = try #require(try await relay.deliveries().first)
        #expect(delivery.state == .queued && !delivery.isRepeat && delivery.reason == .unreachable)
        await relay.end()
    }

    @Test("a target that hangs does not delay another")
    func independence() async throws {
        let relay = try await RelayFixture()
        try await receiver.script("stuck", ["action": "hang"])
        try await receiver.script("lively", ["status": 200])
        let targets: [TargetConfiguration] = [.webhook("stuck"), .webhook("lively")]
        let sink = CapturingSink()
        let running = Relay(
            store: relay.store, http: TestHTTP.shared, bus: nil, logger: RelayFixture.logger(sink),
            metrics: RelayMetrics(MetricsRegistry()))
        await running.take(try running.targets(targets))
        try await running.start()
        let task = Task { try await running.run() }
        try await relay.alert(1...20, to: ["stuck", "lively"])
        try await relay.wait { $0.filter { $0.target == "lively" }.allSatisfy { $0.state == .delivered } }
        // Its first attempt has not ended yet.
        let stuck = try await relay.deliveries().filter { $0.target == "stuck" }
        #expect(stuck.allSatisfy { $0.attempts <= 1 && [.queued, .attempting].contains($0.state) })
        // What is under way when time is up stays marked, and is in doubt at the next start.
        await running.stop()
        task.cancel()
        _ = await task.result
        #expect(try await relay.deliveries().contains { $0.target == "stuck" && $0.state == .attempting })
        #expect(try await relay.store.recoverAttempts(now: Timestamp(seconds: 1)) >= 1)
        #expect(try await relay.store.accounting().isBalanced)
        await relay.end()
    }

    @Test("no secret appears in outcomes, reports or logs")
    func secrets() async throws {
        let relay = try await RelayFixture()
        let name = "T0SECRET-token-42"
        try await receiver.script(
            name,
            ["status": 500, "body": .string("cannot POST /hook/\(name) with whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw")])
        let sink = CapturingSink()
        let target = TargetConfiguration.webhook("house", at: name, key: "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw")
        let report = try await relay.withRelay([target], sink: sink) { running in
            try await relay.alert(1...1, to: ["house"])
            try await relay.wait { $0.first?.attempts ?? 0 >= 2 }
            return try await running.test(target: "house")
        }
        #expect(report.status == 500 && report.answer.contains("<redacted>"))
        let attempts = try await relay.attempts(1)
        let everything = "\(report) \(attempts) \(sink.records) \(try await relay.deliveries().map(\.detail))"
        #expect(!everything.contains("T0SECRET") && !everything.contains("MfKQ9r8GKY"))
        await relay.end()
    }
}

/// A webhook with the patience of a test.
private struct Impatient: HTTPTarget {
    let base: WebhookTarget

    init(_ base: WebhookTarget) { self.base = base }

    var deduplicates: Bool { true }
    var url: HTTPURL { base.url }
    var addresses: AddressPolicy { base.addresses }
    var secrets: [Secret] { base.secrets }

    func body(for alert: RenderedAlert) -> [UInt8] { base.body(for: alert) }
    func verdict(on answer: HTTPAnswer) -> Verdict { base.verdict(on: answer) }

    func request(
        carrying body: [UInt8], of alert: RenderedAlert, at now: Timestamp
    ) throws(RelayError) -> HTTPClientRequest {
        var request = try base.request(carrying: body, of: alert, at: now)
        request.deadlines.total = .seconds(2)
        return request
    }
}
