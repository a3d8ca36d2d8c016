import JSON
import Runtime
import SignalRProtocol
import Synchronization

/// That a handler is registered. It stays so when this value goes; ``cancel()`` ends it, also from within the handler.
public struct HubRegistration: Sendable {
    let end: @Sendable () -> Void

    /// Takes the handler away.
    public func cancel() { end() }
}

/// The handlers and subscriptions of a connection. They outlive its transports.
final class HubRoutes: Sendable {
    private struct State {
        var table = RouteTable()
        var map = RouteMap(RouteTable(), version: 0)
    }

    private let state = Lock(State())
    /// That of the map, to see without the lock whether it is still the same.
    private let version = Atomic(0)
    private let refusals = Atomic(0)
    let limit: Int

    init(limit: Int) {
        self.limit = limit
    }

    var map: RouteMap { state.withLock { $0.map } }

    /// Invocations whose arguments were of another type than was wanted.
    var refused: Int { refusals.load(ordering: .relaxed) }
    func countRefused(_ count: Int) { refusals.add(count, ordering: .relaxed) }

    func subscribe(_ target: String?, checksArguments: Bool = false) -> HubSubscription {
        let channel = BoundedChannel<InvocationBatch>(limit: limit)
        let number = change {
            $0.subscribe(target.map { TargetName($0) }, channel, checksArguments: checksArguments)
        }
        return HubSubscription(channel: channel) { [weak self] in self?.remove(number) }
    }

    func add(
        _ target: String, handler: @escaping RouteTable.Handler, checksArguments: Bool = false
    ) -> HubRegistration {
        registration { $0.add(TargetName(target), handler: handler, checksArguments: checksArguments) }
    }

    func add(_ target: String, answerer: @escaping RouteTable.Answerer) throws(HubError) -> HubRegistration {
        guard let number = change({ $0.add(TargetName(target), answerer: answerer) }) else {
            throw .alreadyAnswered(target)
        }
        return HubRegistration { [weak self] in self?.remove(number) }
    }

    func removeHandlers(of target: String) { change { $0.removeHandlers(of: TargetName(target)) } }

    func add(_ target: String, directHandler: DirectHandler) -> HubRegistration {
        registration { $0.add(TargetName(target), directHandler: directHandler) }
    }

    private func registration(_ add: (inout RouteTable) -> Int) -> HubRegistration {
        let number = change(add)
        return HubRegistration { [weak self] in self?.remove(number) }
    }

    private func remove(_ number: Int) { change { $0.remove(number) } }

    private func change<Result: Sendable>(_ body: (inout RouteTable) -> Result) -> Result {
        state.withLock { state in
            let result = body(&state.table)
            state.map = RouteMap(state.table, version: state.map.version + 1)
            version.store(state.map.version, ordering: .releasing)
            return result
        }
    }

    // MARK: Handling

    /// Whether the map is that of now.
    func isCurrent(_ map: RouteMap) -> Bool { map.version == version.load(ordering: .acquiring) }

    /// Runs the handlers for each invocation of a batch; answers to the hub's questions are begun in the group.
    func handle(_ batch: InvocationBatch, _ group: inout DiscardingTaskGroup) async {
        var map = batch.map
        var index = 0
        while index < batch.count {
            // A handler may have taken itself away, or another one in.
            if !isCurrent(map) { map = self.map }
            let place = batch.places[index]
            let route = map === batch.map ? place.route : batch.route(at: index, in: map)
            let handlers = map.routes[route].handlers
            // Nearly always one handler gets all of a batch: then it is found once.
            let same = map === batch.map && handlers.count == 1 ? batch.sameWay(from: index) : index..<index
            if !same.isEmpty {
                index = await handlers[0](batch, same)
                continue
            }
            for handler in handlers { _ = await handler(batch, index..<index + 1) }
            if let id = batch.question(at: index) {
                begin(map.routes[route].answerer, to: HubInvocation(batch, index), id, &group)
            }
            index += 1
        }
    }

    private func begin(
        _ answerer: RouteTable.Answerer?, to question: HubInvocation, _ id: String, _ group: inout DiscardingTaskGroup
    ) {
        // It may have been taken away while the question waited.
        guard let answerer else { return question.batch.port.answer(id, .nobodyAnswers) }
        group.addTask { await Self.answer(question, id, answerer) }
    }

    private static func answer(
        _ invocation: HubInvocation, _ id: String, _ body: RouteTable.Answerer
    ) async {
        let outcome: HubOutcome
        do {
            outcome = .result(try HubText.value(try await body(invocation)))
        } catch {
            outcome = .error("\(error)")
        }
        invocation.batch.port.answer(id, outcome)
    }
}
