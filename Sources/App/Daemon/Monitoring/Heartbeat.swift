import Configuration
import HTTPClient
import Observability
import Runtime
import Settings
import Values

/// Asks an address while all is well, so that who keeps it notices when nobody asks any more.
actor Heartbeat: Service {
    /// The configuration's, with the secret read.
    struct Settings: Sendable, Equatable {
        let url: HTTPURL
        let every: Duration

        /// - Throws: `SecretSourceError`, or `HTTPError` for what is no address.
        init(_ heartbeat: HeartbeatSettings) throws {
            url = try HTTPURL(try heartbeat.url.resolve())
            every = heartbeat.every
        }
    }

    /// What became of it each time, for the figures.
    enum Outcome: String, MetricLabel {
        case asked, withheld, failed
        static let labelName = "outcome"
    }

    nonisolated let name = "heartbeat"

    private let http: HTTPClient
    private let wanted: @Sendable () -> Settings?
    private let standing: @Sendable () async -> HeartbeatMachine.Standing
    private let outcomes: CounterFamily<Outcome>
    private let logger: Logger
    private let clock: any Clock<Duration>
    private let bell = Bell()
    private let ending = Promise<Void, Never>()
    private var machine = HeartbeatMachine()
    private var last: Settings?

    /// - Parameters:
    ///   - wanted: of the configuration in force; asked again after each ``look()``.
    ///   - standing: how everything stands now.
    init(
        http: HTTPClient, registry: MetricsRegistry, logger: Logger, clock: any Clock<Duration> = ContinuousClock(),
        wanted: @escaping @Sendable () -> Settings?,
        standing: @escaping @Sendable () async -> HeartbeatMachine.Standing
    ) {
        self.http = http
        self.wanted = wanted
        self.standing = standing
        self.logger = logger
        self.clock = clock
        outcomes = registry.counters(
            "pocketbell_heartbeat_total", by: Outcome.self,
            help: "Times at which the heartbeat's address was due, by what became of it.")
    }

    /// The configuration may be another one.
    nonisolated func look() { bell.ring() }

    func run() async throws {
        // A request under way does not hold up the end.
        _ = await race(stop: ending) { await self.beat() }
    }

    nonisolated func stop() async { ending.keep() }

    private func beat() async {
        while true {
            let settings = wanted()
            if settings != last { machine = HeartbeatMachine() }
            last = settings
            if let settings { await beat(settings) }
            let pause = settings.map { machine.pause(every: $0.every) }
            switch await bell.wait(atMost: pause, clock: clock) {
            case .rung, .limit: continue
            case .closed, .cancelled: return
            }
        }
    }

    private func beat(_ settings: Settings) async {
        let (asks, remark) = machine.due(await standing())
        guard asks else {
            outcomes[.withheld].increment()
            return tell(remark)
        }
        let failure = await ask(settings.url)
        outcomes[failure == nil ? .asked : .failed].increment()
        tell(failure.map { machine.failed($0) } ?? machine.answered())
    }

    /// Why the other side has not taken it; `nil` if it has. The address is a secret: only its origin is named.
    private func ask(_ url: HTTPURL) async -> String? {
        var request = HTTPClientRequest(.get, url)
        request.deadlines = HTTPDeadlines(connect: .seconds(10), total: .seconds(20))
        request.limits = HTTPLimits(body: 64 << 10)
        // Who keeps it may be in this house, or on this machine.
        request.addresses = .anyButCloudMetadata
        do throws(HTTPError) {
            let status = try await http.send(request).status
            return 200..<300 ~= status ? nil : "\(url.origin) answered \(status)"
        } catch {
            return error.sentence
        }
    }

    private func tell(_ remark: HeartbeatMachine.Remark?) {
        switch remark {
        case nil: break
        case .begun: logger.info("the heartbeat's address is asked while all is well")
        case .withheld:
            logger.warning("the heartbeat's address is not asked: something needs a person; see pocketbell status")
        case .failed(let reason):
            logger.warning("the heartbeat's address could not be asked", [.reason: .text(reason)])
        }
    }
}
