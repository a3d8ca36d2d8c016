extension HubConnection {
    /// Every invocation from now on, whatever its target. The consumer reads them at its own pace.
    ///
    /// The sequence goes on when the connection is made again. What the hub sent in between is missing: hubs keep nothing.
    public var invocations: HubInvocations { HubInvocations(subscription: routes.subscribe(nil)) }

    /// The invocations of one target from now on. The consumer reads them at its own pace.
    public func invocations(of target: String) -> HubInvocations {
        HubInvocations(subscription: routes.subscribe(target))
    }

    /// Has a handler called with each invocation of a target: all handlers of a connection one after the other, in the order
    /// of arrival. It may call the hub; while it runs pings and answers go on.
    @discardableResult
    public func on(
        _ target: String, _ handler: @escaping @Sendable (HubInvocation) async -> Void
    ) -> HubRegistration {
        routes.add(target, handler: Self.oneByOne { await handler(HubInvocation($0, $1)) })
    }

    /// Has the hub's question to this client answered: the handler returns the result's JSON text, and what it throws is
    /// told to the hub. Each question gets one answer: one for which there is no handler when it comes, or none any more when its turn
    /// comes, is refused.
    ///
    /// - Throws: ``HubError`` of kind `alreadyAnswered` when that target has one, whatever its letter case: the hub can be told one
    ///   result.
    @discardableResult
    public func answer(
        _ target: String, _ handler: @escaping @Sendable (HubInvocation) async throws -> String
    ) throws(HubError) -> HubRegistration {
        try routes.add(target, answerer: handler)
    }

    /// Takes away every handler of a target, and its answer: all that `on`, ``answer(_:_:)`` and ``onServiceThread(_:_:)`` have
    /// registered for it, in any letter case. Sequences of its invocations go on. A single one is taken away by
    /// ``HubRegistration/cancel()``. What has arrived by now and no handler has had yet is dropped.
    public func off(_ target: String) { routes.removeHandlers(of: target) }

    /// Has the arguments of each invocation of a target lent to `body` on the service thread, where they arrive: the
    /// cheapest way, for work of a few microseconds. Every connection waits meanwhile.
    ///
    /// It has a name of its own because Swift prefers a closure without `async`: an overload of `on` would be taken unintended.
    @discardableResult
    public func onServiceThread(
        _ target: String, _ body: @escaping @Sendable (_ arguments: Span<UInt8>) -> Void
    ) -> HubRegistration {
        routes.add(target, directHandler: .lent(body))
    }
}
