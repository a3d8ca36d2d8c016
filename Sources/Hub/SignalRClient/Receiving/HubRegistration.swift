/// That a handler is registered. It stays so when this value goes; ``cancel()`` ends it, also from within the handler.
public struct HubRegistration: Sendable {
    let end: @Sendable () -> Void

    /// Takes the handler away.
    public func cancel() { end() }
}
