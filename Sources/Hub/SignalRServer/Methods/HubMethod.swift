import JSON

/// What a hub does when a client calls.
enum HubMethod: Sendable {
    /// Answers with a value; `nil` is the answer of a method that returns nothing.
    case call(@Sendable (HubCaller) async throws -> JSONFragment?)
    case stream(@Sendable (HubCaller, HubItemWriter) async throws -> Void)

    var isStream: Bool { if case .stream = self { true } else { false } }

    /// The text that a client is told when its call of `target` failed.
    static func text(of error: any Error, target: String, tellsDetails: Bool) -> String {
        let text = "An unexpected error occurred invoking '\(target)' on the server."
        if let failure = error as? HubFailure { return "\(text) HubException: \(failure.text)" }
        return tellsDetails ? "\(text) \(type(of: error)): \(error)" : text
    }

    /// What official servers answer to a call of nothing.
    static func unknown(_ target: String) -> String {
        "Failed to invoke '\(target)' due to an error on the server. HubException: Method does not exist."
    }

    /// The answer to a call of the wrong kind.
    static func wrongKind(_ target: String, isStream: Bool) -> String {
        isStream
            ? "The client attempted to invoke the streaming '\(target)' method with a non-streaming invocation."
            : "The client attempted to invoke the non-streaming '\(target)' method with a streaming invocation."
    }
}
