import Runtime
import SignalRProtocol

/// Who is registered for which invocations.
struct RouteTable: Sendable {
    typealias Handler = HubBatchHandler
    typealias Answerer = @Sendable (HubInvocation) async throws -> String

    struct Entry<Body: Sendable>: Sendable {
        let number: Int
        /// `nil` for every target.
        let target: TargetName?
        let body: Body
        /// Whether it finds out itself whether the arguments are JSON.
        var checksArguments = false
    }

    private var next = 0
    private(set) var subscriptions: [Entry<BoundedChannel<InvocationBatch>>] = []
    private(set) var handlers: [Entry<Handler>] = []
    private(set) var answerers: [Entry<Answerer>] = []
    private(set) var directHandlers: [Entry<DirectHandler>] = []

    mutating func subscribe(
        _ target: TargetName?, _ channel: BoundedChannel<InvocationBatch>, checksArguments: Bool
    ) -> Int {
        next += 1
        subscriptions.append(
            Entry(number: next, target: target, body: channel, checksArguments: checksArguments))
        return next
    }

    mutating func add(_ target: TargetName, handler: @escaping Handler, checksArguments: Bool) -> Int {
        next += 1
        handlers.append(Entry(number: next, target: target, body: handler, checksArguments: checksArguments))
        return next
    }

    /// At most one answers for a target.
    ///
    /// - Returns: `nil` when somebody does already.
    mutating func add(_ target: TargetName, answerer: @escaping Answerer) -> Int? {
        guard !answerers.contains(where: { $0.target == target }) else { return nil }
        next += 1
        answerers.append(Entry(number: next, target: target, body: answerer))
        return next
    }

    mutating func add(_ target: TargetName, directHandler: DirectHandler) -> Int {
        next += 1
        directHandlers.append(Entry(number: next, target: target, body: directHandler))
        return next
    }

    /// Removes whoever is called with a target's invocations; who reads them at its own pace stays.
    mutating func removeHandlers(of target: TargetName) {
        handlers.removeAll { $0.target == target }
        answerers.removeAll { $0.target == target }
        directHandlers.removeAll { $0.target == target }
    }

    mutating func remove(_ number: Int) {
        subscriptions.removeAll { $0.number == number }
        handlers.removeAll { $0.number == number }
        answerers.removeAll { $0.number == number }
        directHandlers.removeAll { $0.number == number }
    }
}
