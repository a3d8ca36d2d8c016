import Configuration
import HTTPClient
import HTTPServer
import Observability
import Runtime
import TestSupport
import TestWaiting
import Testing

@testable import Daemon

@Suite("The heartbeat", .timeLimit(.minutes(1)))
struct HeartbeatTests {
    /// A heartbeat towards a receiver, whose settings and standing a test changes.
    private final class Patient: Sendable {
        /// What the heartbeat asks for.
        final class Body: Sendable {
            let settings = Lock(Heartbeat.Settings?.none)
            /// How often it has heard that there is nothing to ask.
            let idle = Lock(0)
            let standing = Lock(HeartbeatMachine.Standing.well)
        }

        let body = Body()
        let registry = MetricsRegistry()
        let sink = CapturingSink()
        let heartbeat: Heartbeat

        init(_ settings: Heartbeat.Settings?, http: HTTPClient) {
            body.settings.withLock { $0 = settings }
            heartbeat = Heartbeat(
                http: http, registry: registry,
                logger: Logger(component: "test", threshold: LogThreshold(.info), sink: sink)
            ) { [body] in
                let settings = body.settings.withLock { $0 }
                if settings == nil { body.idle.withLock { $0 += 1 } }
                return settings
            } standing: { [body] in
                body.standing.withLock { $0 }
            }
        }

        func count(_ outcome: String) -> String? {
            registry.readings.first { $0.name == "pocketbell_heartbeat_total" && $0.labels["outcome"] == outcome }?
                .value
        }

        /// Waits until so many of this outcome are counted; but for the very first time, it is asked to look at once.
        func beat(until outcome: String, _ count: Int, isFirst: Bool = false) async throws {
            if !isFirst { heartbeat.look() }
            try await eventually("\(count) \(outcome)") { self.count(outcome) == "\(count)" }
        }
    }

    private func settings(_ url: String) throws -> Heartbeat.Settings {
        let folder = try TemporaryFolder()
        let file = try folder.write("heartbeat: {url: '\(url)', every: 1h}\nstate: \(folder.path)\n", to: "c.yaml")
        let configuration = try Configuration.load(path: file, environment: [:])
        return try Heartbeat.Settings(try #require(configuration.heartbeat))
    }

    private func withPatient(
        answer: @escaping @Sendable (WebhookReceiver.Received) async -> HTTPResponse = { _ in .text("ok") },
        _ body: (Patient, WebhookReceiver) async throws -> Void
    ) async throws {
        let receiver = try await WebhookReceiver(answer: answer)
        let http = try HTTPClient()
        let patient = Patient(try settings("\(receiver.address)/ping/secret-4711"), http: http)
        try await withThrowingTaskGroup { group in
            group.addTask { try await patient.heartbeat.run() }
            try await body(patient, receiver)
            await patient.heartbeat.stop()
            try await group.waitForAll()
        }
        let told = patient.sink.records.map { "\($0)" }.joined()
        #expect(!told.contains("secret-4711"))
        await http.close()
        await receiver.close()
    }

    @Test("while all is well the address is asked; else nobody hears of it")
    func beats() async throws {
        try await withPatient { patient, receiver in
            try await patient.beat(until: "asked", 1, isFirst: true)
            patient.body.standing.withLock { $0 = .troubled }
            try await patient.beat(until: "withheld", 1)
            patient.body.standing.withLock { $0 = .unproven }
            try await patient.beat(until: "withheld", 2)
            #expect(receiver.received.map(\.target) == ["/ping/secret-4711"])
            patient.body.standing.withLock { $0 = .well }
            try await patient.beat(until: "asked", 2)
            #expect(receiver.received.count == 2 && patient.count("failed") == "0")
            #expect(patient.sink.records.filter { $0.level == .warning }.count == 1)
        }
    }

    @Test("an answer that is no success is a failure, told once without the address")
    func refused() async throws {
        try await withPatient(answer: { _ in .text("no", status: .notFound) }) { patient, _ in
            try await patient.beat(until: "failed", 1, isFirst: true)
            try await patient.beat(until: "failed", 2)
            let warnings = patient.sink.records.filter { $0.level == .warning }
            #expect(warnings.count == 1 && "\(warnings)".contains("answered 404"), "\(warnings)")
        }
    }

    @Test("where a cloud keeps its machines' keys nobody asks")
    func metadata() async throws {
        try await withPatient { patient, receiver in
            try await patient.beat(until: "asked", 1, isFirst: true)
            let other = try settings("http://169.254.169.254:1/secret-4711")
            patient.body.settings.withLock { $0 = other }
            try await patient.beat(until: "failed", 1)
            let warnings = patient.sink.records.filter { $0.level == .warning }
            #expect(
                "\(warnings)".contains("169.254.169.254 leads to 169.254.169.254, which i")
                    && !"\(warnings)".contains("4711"), "\(warnings)")
        }
    }

    @Test("another configuration counts at once; without one nothing is asked")
    func reload() async throws {
        try await withPatient { patient, receiver in
            try await patient.beat(until: "asked", 1, isFirst: true)
            let other = try settings("\(receiver.address)/other/secret-4711")
            patient.body.settings.withLock { $0 = other }
            try await patient.beat(until: "asked", 2)
            #expect(receiver.received.last?.target == "/other/secret-4711")
            patient.body.settings.withLock { $0 = nil }
            patient.heartbeat.look()
            try await eventually("it looks") { patient.body.idle.withLock { $0 } == 1 }
            // A request in spite of that would come before the next one.
            patient.body.settings.withLock { $0 = other }
            try await patient.beat(until: "asked", 3)
            let asked = receiver.received.map(\.target)
            #expect(asked == ["/ping/secret-4711", "/other/secret-4711", "/other/secret-4711"])
        }
    }

    @Test("a request that nobody answers does not hold up the end")
    func ending() async throws {
        try await withPatient(
            answer: { _ in
                try? await untilCancelled()
                return .text("late")
            }
        ) { patient, receiver in
            try await eventually("a request") { !receiver.received.isEmpty }
            #expect(patient.count("asked") == "0")
        }
    }
}
