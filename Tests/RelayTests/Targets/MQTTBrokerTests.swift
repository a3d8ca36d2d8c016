import Glibc
import HTTPClient
import JSON
import MQTT
import Observability
import Settings
import Sockets
import Store
import TestSupport
import TestWaiting
import Testing
import Values

@testable import Relay

@Suite("MQTT, against a real broker", .enabled(if: Mosquitto.isHere, "\(Mosquitto.absence)"), .timeLimit(.minutes(3)))
struct MQTTBrokerTests {
    private static let network = Result { MQTTNetwork(try EventLoop()) }

    private static func target(
        _ port: Int, user: String? = nil, password: String? = nil, topic: String = "pocketbell",
        discovery: String? = "homeassistant", host: String = "127.0.0.1", caFile: String? = nil
    ) -> TargetConfiguration {
        TargetConfiguration(
            name: "house",
            MQTTSettings(
                broker: ServerPlace(
                    host: caFile == nil ? host : "localhost", port: port, isEncrypted: caFile != nil),
                user: user, password: password.map { .literal(Secret($0)) },
                topics: MQTTTopics(base: topic, discovery: discovery),
                connection: TargetConnection(allowsPrivateAddresses: true, certificateAuthorities: caFile)))
    }

    private func run(
        _ fixture: RelayFixture, _ target: TargetConfiguration, sink: any LogSink = CapturingSink(),
        rules: RuleSet? = nil, _ body: (Relay) async throws -> Void
    ) async throws {
        try await fixture.withRelay([target], sink: sink, rules: rules, network: Self.network.get(), body)
    }

    private func expect(
        _ broker: Mosquitto, _ what: String, _ condition: ([String: String]) -> Bool
    ) async throws {
        var kept: [String: String] = [:]
        try await eventually("\(what): \(kept)") {
            kept = try await broker.retained()
            return condition(kept)
        }
    }

    private static let state = "pocketbell/children/c1"
    private static let balance = "homeassistant/sensor/pocketbell_c1/balance/config"

    private func isBalance(_ amount: String, in kept: [String: String]) -> Bool {
        kept[Self.state]?.contains(text: "\"balance\":\"\(amount)\"") ?? false
    }

    private func setBalance(_ amount: String, isGone: Bool = false, in fixture: RelayFixture) async throws {
        var child = fixture.child
        // The children are read after the lists.
        (child.balance, child.isGone, child.seenAt) = (Decimal(amount)!, isGone, Timestamp(seconds: 1_700_000_200))
        let row = child
        try await fixture.store.write { try $0.upsert(row) }
    }

    @Test("alerts pass by, states stay and are true also for what no alert tells; at the end it is offline")
    func all() async throws {
        let (broker, fixture) = (try await Mosquitto(), try await RelayFixture())
        let listener = try await broker.listener("pocketbell/alerts")
        try await run(fixture, Self.target(broker.port)) { relay in
            try await fixture.alert(1...2, to: ["house"], through: relay)
            try await fixture.wait { $0.count == 2 && $0.allSatisfy { $0.state == .delivered } }
            try await listener.waitForOutput("\"description\":\"Kite\"")
            try await expect(broker, "states") { kept in
                kept["pocketbell/status"] == "online" && kept[Self.balance] != nil && isBalance("37.50", in: kept)
                    && kept[Self.state]?.contains(text: "\"transaction\":\"t2\"") == true
            }
            try await setBalance("12.30", in: fixture)
            try await expect(broker, "a balance") { isBalance("12.30", in: $0) }
            #expect(try await broker.retained()["pocketbell/alerts"] == nil)
        }
        #expect(
            listener.output.split(separator: "\n").filter {
                $0.hasPrefix("0 pocketbell/alerts {\"event_type\":\"transaction\"")
            }.count == 2)
        try await expect(broker, "offline") { $0["pocketbell/status"] == "offline" && isBalance("12.30", in: $0) }
        await fixture.end()
    }

    @Test("what is gone, now or since another time, is taken back with all its descriptions")
    func removal() async throws {
        let (broker, fixture) = (try await Mosquitto(), try await RelayFixture())
        try await broker.publish("pocketbell/children/old", "{}", isRetained: true)
        try await broker.publish("homeassistant/sensor/pocketbell_old/balance/config", "{}", isRetained: true)
        try await broker.publish("homeassistant/sensor/other_old/balance/config", "{}", isRetained: true)
        try await run(fixture, Self.target(broker.port)) { _ in
            try await expect(broker, "strays") { kept in
                kept["pocketbell/children/old"] == nil
                    && kept["homeassistant/sensor/pocketbell_old/balance/config"] == nil
                    && kept[Self.balance] != nil && kept["homeassistant/sensor/other_old/balance/config"] != nil
            }
            try await setBalance("1", isGone: true, in: fixture)
            try await expect(broker, "a child that is gone") { kept in
                !kept.keys.contains { $0.contains(text: "c1") }
            }
        }
        await fixture.end()
    }

    @Test("what another target takes back that has the same broker by another name is told again")
    func otherName() async throws {
        let (broker, fixture) = (try await Mosquitto(), try await RelayFixture())
        let shown = Self.target(broker.port)
        var hidden = TargetConfiguration(name: "child", Self.target(broker.port, host: "localhost").settings)
        hidden.hides = [.amounts]
        try await run(fixture, shown) { relay in
            try await expect(broker, "states") { isBalance("37.50", in: $0) && $0[Self.balance] != nil }
            let listener = try await broker.listener("pocketbell/status")
            await relay.take(try relay.targets([shown, hidden]))
            try await listener.waitForOutput("0 pocketbell/status online")
            try await expect(broker, "states that are back") { kept in
                isBalance("37.50", in: kept) && kept[Self.balance] != nil && kept["pocketbell/status"] == "online"
            }
        }
        await fixture.end()
    }

    @Test("a broker that comes back without its memory is told all again, as it is now")
    func restart() async throws {
        let (broker, fixture) = (try await Mosquitto(), try await RelayFixture())
        try await run(fixture, Self.target(broker.port)) { relay in
            try await expect(broker, "states") { isBalance("37.50", in: $0) }
            try await broker.kill()
            try await setBalance("5.00", in: fixture)
            try await fixture.alert(1...3, to: ["house"], through: relay)
            try await broker.start()
            try await expect(broker, "states of now") { kept in
                isBalance("5.00", in: kept) && kept[Self.balance] != nil && kept["pocketbell/status"] == "online"
            }
            try await fixture.wait { $0.count == 3 && $0.allSatisfy { $0.state == .delivered } }
        }
        await fixture.end()
    }

    @Test("a broker that hangs with a message has it in doubt, and gets it again")
    func hang() async throws {
        let (broker, fixture) = (try await Mosquitto(), try await RelayFixture())
        try await run(fixture, Self.target(broker.port)) { relay in
            try await expect(broker, "states") { isBalance("37.50", in: $0) }
            broker.hold()
            try await fixture.alert(1...1, to: ["house"], through: relay)
            try await fixture.wait { $0.first?.state == .attempting }
            try await broker.kill()
            try await broker.start()
            try await fixture.wait { $0.first?.state == .delivered }
            #expect(try await fixture.attempts(1).count >= 2)
        }
        await fixture.end()
    }

    @Test("Home Assistant that has started is told again")
    func birth() async throws {
        let (broker, fixture) = (try await Mosquitto(), try await RelayFixture())
        try await run(fixture, Self.target(broker.port)) { _ in
            try await expect(broker, "states") { $0[Self.balance] != nil }
            try await broker.publish(Self.balance, "", isRetained: true)
            try await broker.publish("homeassistant/status", "online")
            try await expect(broker, "states again") { $0[Self.balance] != nil }
        }
        await fixture.end()
    }

    @Test("a target that is configured no longer leaves nothing; one under another topic leaves nothing of the first")
    func farewell() async throws {
        let (broker, fixture) = (try await Mosquitto(), try await RelayFixture())
        try await run(fixture, Self.target(broker.port)) { relay in
            try await expect(broker, "states") { $0[Self.balance] != nil }
            await relay.take(try relay.targets([Self.target(broker.port, discovery: nil)]))
            try await expect(broker, "no devices") { kept in
                !kept.keys.contains { $0.hasPrefix("homeassistant") } && kept["pocketbell/status"] == "online"
                    && isBalance("37.50", in: kept)
            }
            await relay.take(try relay.targets([Self.target(broker.port, topic: "house/bell")]))
            try await expect(broker, "another topic") { kept in
                !kept.keys.contains { $0.hasPrefix("pocketbell") } && kept["house/bell/status"] == "online"
                    && kept["homeassistant/sensor/house_bell_c1/balance/config"] != nil
            }
            await relay.take(try relay.targets([]))
            try await expect(broker, "nothing") { $0.isEmpty }
        }
        await fixture.end()
    }

    @Test(
        "what a target may keep no longer is taken back, also where that was decided while nothing ran",
        arguments: [true, false])
    func forbidden(_ isHidden: Bool) async throws {
        let (broker, fixture) = (try await Mosquitto(), try await RelayFixture())
        try await run(fixture, Self.target(broker.port)) { _ in
            try await expect(broker, "states") { $0[Self.balance] != nil && isBalance("37.50", in: $0) }
        }
        try await broker.publish("pocketbell/children/old", "{}", isRetained: true)
        var target = Self.target(broker.port)
        if isHidden { target.hides = [.amounts] }
        let alice = Person(targets: ["house"], child: "Alice")
        let rules = RuleSet(nil, targets: ["house"], people: isHidden ? [] : [alice])
        try await run(fixture, target, rules: rules) { relay in
            try await expect(broker, "nothing") { $0.isEmpty }
            try await fixture.alert(1...1, to: ["house"], through: relay)
            try await fixture.wait { $0.last?.state == .delivered }
            #expect(try await broker.retained().isEmpty)
        }
        await fixture.end()
    }

    @Test("two targets with the same names at one broker: what the one may keep the other leaves alone")
    func sameNames() async throws {
        let (broker, fixture) = (try await Mosquitto(), try await RelayFixture())
        let shown = Self.target(broker.port)
        var hidden = TargetConfiguration(name: "child", shown.settings)
        hidden.hides = [.amounts]
        try await fixture.withRelay([shown, hidden], network: Self.network.get()) { relay in
            try await expect(broker, "states") { isBalance("37.50", in: $0) }
            try await fixture.alert(1...1, to: ["child"], through: relay)
            try await fixture.wait { $0.last?.state == .delivered }
            #expect(try await isBalance("37.50", in: broker.retained()))
        }
        await fixture.end()
    }

    @Test("a wrong password, a topic that is not allowed: dead, and the password is in no log")
    func refusals() async throws {
        let folder = try TemporaryFolder()
        let passwords = try folder.write("", to: "passwords")
        for user in ["boss", "bell"] {
            try await ChildProcess("mosquitto_passwd", ["-b", passwords, user, user]).waitForExit()
        }
        let rights = try folder.write(
            "user boss\ntopic readwrite #\nuser bell\ntopic write pocketbell/status\n", to: "rights")
        let broker = try await Mosquitto(
            ["allow_anonymous false", "password_file \(passwords)", "acl_file \(rights)"], user: "boss")
        let (fixture, log) = (try await RelayFixture(), CapturingSink())
        for (user, password) in [(nil, nil), ("boss", "hunter2222"), ("bell", "bell")] as [(String?, String?)] {
            try await run(fixture, Self.target(broker.port, user: user, password: password), sink: log) { relay in
                let report = try await relay.test(target: "house")
                #expect(report.reason == .unauthorized && report.sentence.contains(text: "not authorized"))
            }
        }
        #expect(!log.records.contains { "\($0)".contains(text: "hunter2222") })
        try await run(fixture, Self.target(broker.port, user: "boss", password: "boss")) { relay in
            let report = try await relay.test(target: "house")
            #expect(report.isDelivered)
        }
        await fixture.end()
    }

    @Test("a message that the broker's limit forbids is refused, and holds up no other")
    func sizes() async throws {
        let (broker, fixture) = (
            try await Mosquitto(["allow_anonymous true", "message_size_limit 1500"]), try await RelayFixture()
        )
        try await run(fixture, Self.target(broker.port, discovery: nil)) { relay in
            try await fixture.alert(
                1...1, to: ["house"], description: String(repeating: "x", count: 2_000), through: relay)
            try await fixture.wait { $0.first?.state == .dead }
            try await fixture.alert(2...2, to: ["house"], through: relay)
            try await fixture.wait { $0.last?.state == .delivered }
        }
        await fixture.end()
    }

    @Test("TLS with an authority of one's own, by name")
    func tls() async throws {
        let folder = try TemporaryFolder()
        let (key, certificate) = ("\(folder.path)/key.pem", "\(folder.path)/certificate.pem")
        let made = try ChildProcess(
            "openssl",
            [
                "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", "/CN=localhost", "-addext",
                "subjectAltName=DNS:localhost", "-keyout", key, "-out", certificate,
            ])
        #expect(try await made.waitForExit() == 0)
        let broker = try await Mosquitto([
            "allow_anonymous true", "cafile \(certificate)", "certfile \(certificate)", "keyfile \(key)",
        ])
        let fixture = try await RelayFixture()
        try await run(fixture, Self.target(broker.port, caFile: certificate)) { relay in
            let report = try await relay.test(target: "house")
            #expect(report.isDelivered)
        }
        try await run(fixture, Self.target(broker.port)) { relay in
            let report = try await relay.test(target: "house")
            #expect(report.reason == .unreachable)
        }
        await fixture.end()
    }

    @Test("a sample past the program's connection says what it is, and touches no state")
    func sample() async throws {
        let (broker, fixture) = (try await Mosquitto(), try await RelayFixture())
        let report = try await Relay.test(Self.target(broker.port), http: TestHTTP.shared, bus: nil)
        #expect(report.isDelivered && report.sentence == "the broker took it, but nobody subscribes to it now")
        #expect(report.body?.contains(text: "\"event_type\":\"transaction\"") == true)
        #expect(try await broker.retained().isEmpty)
        await fixture.end()
    }
}

@Suite("MQTT, against a broker that does what none does", .timeLimit(.minutes(2)))
struct MQTTLieTests {
    private static func verdict(_ broker: ScriptedBroker, _ limit: Duration = .seconds(20)) async throws -> Verdict {
        var options = MQTTOptions(host: "127.0.0.1", port: broker.port, clientID: "me")
        options.answerLimit = limit
        let topics = MQTTTopics(base: "pocketbell", discovery: nil)
        let link = MQTTLink(MQTTPlace(options: options, addresses: .homeAlone, status: topics.status), on: nil)
        return await MQTTTarget(name: "house", topics: topics, link: link).deliver(.sample(), body: nil).verdict
    }

    private static let welcome = ScriptedBroker.Answer.say([0x20, 3, 0, 0, 0])

    @Test(
        "what it says behind the message",
        arguments: [
            (.silence, "doubt timed-out"), (.hangUp, "doubt connection-lost"), (.say([0x40, 2, 0, 1]), "delivered"),
            (.say([0x40, 2, 0, 2]), "doubt timed-out"), (.say([0xF0, 0]), "doubt unexpected-answer"),
            (.say([0x40, 4, 0, 1, 0x97, 0]), "retry server-error"), (.say([0xE0, 1, 0x8E]), "doubt connection-lost"),
        ] as [(ScriptedBroker.Answer, String)])
    func answers(_ answer: ScriptedBroker.Answer, _ expected: String) async throws {
        let broker = try ScriptedBroker([[Self.welcome, answer]])
        // Only for what never comes is a short limit no race.
        let isLate = expected == "doubt timed-out"
        let verdict = try await Self.verdict(broker, isLate ? .milliseconds(300) : .seconds(20))
        #expect(verdict.short == expected)
        broker.stop()
    }

    @Test(
        "what it says to the sign-in; of 3.1.1 too",
        arguments: [
            ([0x20, 2, 0, 4], "dead unauthorized"), ([0x20, 2, 0, 5], "dead unauthorized"),
            ([0x20, 2, 0, 2], "dead misconfigured"), ([0x20, 2, 0, 3], "retry server-error"),
            ([0x20, 2, 0, 1], "dead misconfigured"), ([0x20, 3, 0, 0x8A, 0], "dead unauthorized"),
            ([0x20, 8, 0, 0, 5, 0x27, 0, 0, 0, 99], "refused rejected"),
            ([0x20, 5, 0, 0, 2, 0x24, 0], "refused rejected"),
            ([0x15, 3, 1, 0, 2, 2, 0x46], "retry unexpected-answer"),
        ] as [([UInt8], String)])
    func greetings(_ answer: [UInt8], _ expected: String) async throws {
        let broker = try ScriptedBroker([[.say(answer)]])
        let verdict = try await Self.verdict(broker)
        #expect(verdict.short == expected)
        broker.stop()
    }
}
