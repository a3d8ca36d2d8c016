/// That the arguments of a call are not those of its handler: another count, or another type.
public struct HubMismatch: Error, Sendable, CustomStringConvertible {
    /// The name of the handler, as the caller spelled it.
    public let target: String
    /// What does not fit, for people. Names places and types, and repeats no value.
    public let reason: String

    /// One sentence for people.
    public var description: String { "the arguments of \(target) don't fit its handler: \(reason)" }
}
