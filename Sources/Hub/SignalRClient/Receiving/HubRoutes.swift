import Runtime
import SignalRProtocol

/// The handlers and subscriptions of a connection. They outlive its transports.
final class HubRoutes: Sendable {
    private let state = Lock(RouteTable())
    let limit: Int

    init(limit: Int) {
        self.limit = limit
    }

    var table: RouteTable { state.withLock { $0 } }

    func subscribe(_ target: String?) -> HubInvocations {
        let channel = BoundedChannel<InvocationBatch>(limit: limit)
        let number = state.withLock { $0.subscribe(target.map { TargetName($0) }, channel) }
        return HubInvocations(
            subscription: HubInvocations.Subscription(channel: channel) { [weak self] in self?.remove(number) })
    }

    func add(_ target: String, handler: @escaping RouteTable.Handler) -> HubRegistration {
        registration(state.withLock { $0.add(TargetName(target), handler: handler) })
    }

    func add(_ target: String, answerer: @escaping RouteTable.Answerer) -> HubRegistration {
        registration(state.withLock { $0.add(TargetName(target), answerer: answerer) })
    }

    func add(_ target: String, directHandler: @escaping RouteTable.DirectHandler) -> HubRegistration {
        registration(state.withLock { $0.add(TargetName(target), directHandler: directHandler) })
    }

    private func registration(_ number: Int) -> HubRegistration {
        HubRegistration { [weak self] in self?.remove(number) }
    }

    private func remove(_ number: Int) { state.withLock { $0.remove(number) } }

    // MARK: Handling

    /// Runs the handlers for each invocation of a batch; answers to the hub's questions are begun in the group.
    func handle(_ job: HandlerQueue.Job, _ group: inout DiscardingTaskGroup) async {
        for index in job.batch.places.indices {
            let invocation = job.batch[index]
            // Asked anew each time: a handler may have taken itself away.
            for handler in state.withLock({ $0.handlers }) where invocation.isFor(handler.target) {
                await handler.body(invocation)
            }
            guard let id = invocation.place.id,
                let answerer = state.withLock({ $0.answerers }).first(where: { invocation.isFor($0.target) })
            else { continue }
            group.addTask { await Self.answer(invocation, id, on: job.link, answerer.body) }
        }
    }

    private static func answer(
        _ invocation: HubInvocation, _ id: String, on link: HubLink, _ body: RouteTable.Answerer
    ) async {
        let outcome: HubOutcome
        do {
            outcome = .result(try HubText.value(try await body(invocation)))
        } catch {
            outcome = .error("\(error)")
        }
        // If the transport has gone meanwhile, nobody waits for the answer.
        link.post(.completion(id: id, outcome))
    }
}
