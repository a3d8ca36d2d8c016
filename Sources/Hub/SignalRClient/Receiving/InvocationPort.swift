import Observability
import Runtime
import SignalRProtocol

extension HubOutcome {
    /// What the hub is told when nobody here answers, as official clients say it: without a word it would wait for its timeout.
    static let nobodyAnswers = HubOutcome.error("Client didn't provide a result.")
}

/// What invocations came on, as far as it concerns them.
protocol InvocationSource: AnyObject, Sendable {
    /// Gives the hub the result that it waits for under that id.
    func answer(_ id: String, _ outcome: HubOutcome)

    /// A consumer met arguments that are no JSON, which the reader had left to it to check.
    func violated(_ error: HubProtocolError)
}

/// What whoever has an invocation may do with it: answer, and report what is wrong. It does not keep what the invocation came
/// on, which ends when it ends, however long somebody keeps an invocation.
struct InvocationPort: Sendable {
    private weak let source: (any InvocationSource)?
    private let routes: HubRoutes
    private let settings: HubSettings

    init(_ source: any InvocationSource, _ routes: HubRoutes, _ settings: HubSettings) {
        self.source = source
        self.routes = routes
        self.settings = settings
    }

    /// Whether the connection's routes are still those.
    func isCurrent(_ map: RouteMap) -> Bool { routes.isCurrent(map) }

    /// Answers the hub's question. If its transport has gone meanwhile, nobody waits for the answer.
    func answer(_ id: String, _ outcome: HubOutcome) { source?.answer(id, outcome) }

    /// The arguments are JSON of another type than was wanted. The hub's text is cut.
    func refused(_ target: String) {
        routes.countRefused(1)
        settings.options.logger?.warning(
            "invocations were dropped, their arguments are not those of the handler",
            [.hubTarget: .text(String(target.prefix(200))), .hubCount: 1])
    }

    /// The arguments are no JSON.
    func violated(_ error: HubProtocolError) { source?.violated(error) }
}
