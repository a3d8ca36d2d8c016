public import FoundationEssentials
public import SignalRClient
public import SignalRServer

// Many programs print `localizedDescription`, which would be no more than a number otherwise.

extension HubError: LocalizedError {
    /// What happened and what to do about it: the same as its description, in English.
    public var errorDescription: String? { description }
}

extension HubServerError: LocalizedError {
    /// What happened and what to do about it: the same as its description, in English.
    public var errorDescription: String? { description }
}

extension HubMismatch: LocalizedError {
    /// Which target, and what does not fit: the same as its description, in English.
    public var errorDescription: String? { description }
}
