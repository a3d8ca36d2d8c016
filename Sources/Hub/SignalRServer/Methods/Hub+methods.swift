package import JSON
import Observability
import Runtime
import SignalRProtocol

/// What clients may call. Methods and filters are registered before the server starts.
extension Hub {
    /// Adds a method whose arguments and answer are JSON texts. Clients may spell its name in any letter case.
    ///
    /// ```swift
    /// hub.on("Greet", jsonParameters: 1) { call in
    ///     let name = try call.arguments.string(0)
    ///     guard name != "" else { throw HubFailure("Who are you?") }
    ///     try call.hub.send("greeted", json: [call.arguments.json(0)], to: call.others)
    ///     return nil
    /// }
    /// ```
    ///
    /// Of one connection's calls ``HubConfiguration/maximumParallelCalls`` run at a time, in order; the task is cancelled when
    /// the client cancels the call or goes. What it throws as ``HubFailure`` is told to the caller; of other errors, and of an
    /// answer that is not JSON, the caller learns only that the call failed.
    ///
    /// A call begins on the task that reads its client: a method that computes for long without waiting for anything should
    /// `await Task.yield()` first, or its client is not heard meanwhile.
    ///
    /// - Parameters:
    ///   - jsonParameters: how many arguments a call must bring, uploads not counted; `nil` leaves it to `body`.
    ///   - uploads: how many streams a call must upload; see ``HubMethodCall/jsonUpload(_:)``.
    ///   - allowing: who may call it; everybody by default.
    ///   - body: answers with JSON text, or with `nil` if it has nothing to say.
    public func on(
        _ name: String, jsonParameters: Int?, uploads: Int = 0, allowing: HubRequirement? = nil,
        _ body: @escaping @Sendable (HubMethodCall) async throws -> String?
    ) {
        on(name, parameters: jsonParameters, uploads: uploads, allowing: allowing) { call in
            try await body(call).map { try JSONFragment(parsing: $0) }
        }
    }

    /// Adds a method that answers with a stream of JSON texts: what `body` writes until it returns. Its task is cancelled when
    /// the client cancels the stream or goes.
    ///
    /// ```swift
    /// hub.onStream("Count", jsonParameters: 1) { call, items in
    ///     for number in 0..<(try call.arguments.int(0)) { try await items.send(json: "\(number)") }
    /// }
    /// ```
    ///
    /// - Parameters:
    ///   - jsonParameters: how many arguments a call must bring, uploads not counted; `nil` leaves it to `body`.
    ///   - uploads: how many streams a call must upload; see ``HubMethodCall/jsonUpload(_:)``.
    ///   - allowing: who may call it; everybody by default.
    public func onStream(
        _ name: String, jsonParameters: Int?, uploads: Int = 0, allowing: HubRequirement? = nil,
        _ body: @escaping @Sendable (HubMethodCall, HubItemWriter) async throws -> Void
    ) {
        add(
            HubMethod(
                name: name, body: .stream(body), parameters: jsonParameters, uploads: uploads, requirement: allowing))
    }

    /// Adds a filter around every method, those registered later too. The first that was registered is the outermost.
    ///
    /// ```swift
    /// hub.filter { call, next in
    ///     let began = ContinuousClock.now
    ///     defer { print(call.method, call.user ?? "somebody", ContinuousClock.now - began) }
    ///     return try await next()
    /// }
    /// ```
    ///
    /// It runs after a method's own requirement and the count of its arguments have been checked. Of a streaming method `next()`
    /// returns after the last item.
    public func filter(_ filter: @escaping HubFilter) {
        methods.withLock { $0.add(filter) }
    }

    /// As ``on(_:jsonParameters:uploads:allowing:_:)``, with an answer that is known to be JSON. It has a label of its own, because a
    /// closure that answers `nil` would fit both.
    package func on(
        _ name: String, parameters: Int?, uploads: Int = 0, allowing: HubRequirement? = nil,
        _ body: @escaping @Sendable (HubMethodCall) async throws -> JSONFragment?
    ) {
        add(
            HubMethod(
                name: name, body: .call(body), parameters: parameters, uploads: uploads, requirement: allowing))
    }

    private func add(_ method: HubMethod) {
        guard !methods.withLock({ $0.add(method) }) else { return }
        // A server that starts refuses it; one that runs can only say so.
        logger?.error("a hub method was registered twice", [.hubTarget: .text(method.name)])
    }
}
