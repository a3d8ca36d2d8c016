/// A failure that a hub's method tells its caller in so many words. What else a method throws stays on the server.
public struct HubFailure: Error, Equatable, Sendable {
    /// What the caller is told.
    public let text: String
    /// Whether the caller's arguments are to blame: then official servers name the method's signature, not its body.
    let isOfArguments: Bool

    /// - Parameter text: what the caller is told.
    public init(_ text: String) {
        self.text = text
        isOfArguments = false
    }

    private init(arguments text: String) {
        self.text = text
        isOfArguments = true
    }

    static func count(_ count: Int, expected: Int) -> HubFailure {
        HubFailure(arguments: "Invocation provides \(count) argument(s) but target expects \(expected).")
    }

    /// In the words of official servers for arguments that don't fit; which one it was they don't say either.
    package static let wrongType = HubFailure(
        arguments: "Error binding arguments. Make sure that the types of the provided values match the types of the hub"
            + " method being invoked.")
}
