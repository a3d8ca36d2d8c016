import SignalRProtocol

/// What clients are told when something fails: the words of official servers, which clients and their tests know.
struct HubErrorText {
    /// Whether failures that no method declared are told in full.
    let tellsDetails: Bool

    /// Why a call of `target` failed.
    func call(_ target: String, _ error: any Error) -> String {
        guard let failure = error as? HubFailure else {
            return detailed("An unexpected error occurred invoking '\(target)' on the server.", error)
        }
        if failure.isOfArguments { return arguments(target, failure) }
        return "An unexpected error occurred invoking '\(target)' on the server. HubException: \(failure.text)"
    }

    /// Why a stream of `target` ended, once it had begun.
    func stream(_ target: String, _ error: any Error) -> String {
        guard let failure = error as? HubFailure else {
            return detailed("An error occurred on the server while streaming results.", error)
        }
        if failure.isOfArguments { return arguments(target, failure) }
        return "An error occurred on the server while streaming results. HubException: \(failure.text)"
    }

    private func arguments(_ target: String, _ failure: HubFailure) -> String {
        let text = "Failed to invoke '\(target)' due to an error on the server."
        return tellsDetails ? "\(text) InvalidDataException: \(failure.text)" : text
    }

    private func detailed(_ text: String, _ error: any Error) -> String {
        tellsDetails ? "\(text) \(type(of: error)): \(error)" : text
    }

    /// Why a connection is closed whose client broke the protocol.
    func broken(_ violation: HubProtocolError) -> String {
        let text = "Connection closed with an error."
        guard tellsDetails else { return text }
        if case .recordTooLong(let limit) = violation.kind {
            return "\(text) InvalidDataException: The maximum message size of \(limit)B was exceeded."
        }
        return "\(text) InvalidDataException: \(violation)"
    }

    /// Why a handshake is refused that breaks the protocol.
    func brokenHandshake(_ violation: HubProtocolError) -> String {
        // One that is too long is to official servers one that does not come.
        if case .recordTooLong = violation.kind { return "Handshake was canceled." }
        return "An unexpected error occurred during connection handshake."
    }

    static func cancelled(_ target: String) -> String {
        "An unexpected error occurred invoking '\(target)' on the server. HubException: The call was cancelled."
    }

    static func unknown(_ target: String) -> String {
        "Failed to invoke '\(target)' due to an error on the server. HubException: Method does not exist."
    }

    /// The answer to who may not call a method.
    static func unauthorized(_ target: String) -> String {
        "Failed to invoke '\(target)' because user is unauthorized"
    }

    /// The answer to a call of the wrong kind.
    static func wrongKind(_ target: String, isStream: Bool) -> String {
        isStream
            ? "The client attempted to invoke the streaming '\(target)' method with a non-streaming invocation."
            : "The client attempted to invoke the non-streaming '\(target)' method with a streaming invocation."
    }
}
