/// One hub message with all it says, independent of the bytes it came in. Arguments, items and results are JSON.
package enum HubMessage: Equatable, Sendable {
    /// A call of the method or handler `target`. Without an id nobody waits for an answer.
    case invocation(HubCall)
    case streamItem(id: String, item: [UInt8])
    case completion(id: String, HubOutcome)
    /// A call whose answer is a stream. It always has an id.
    case streamInvocation(HubCall)
    case cancelInvocation(id: String)
    case ping
    case close(error: String?, allowReconnect: Bool)
    case acknowledgement(Int64)
    case sequence(Int64)
    /// A type from a newer protocol.
    case unknown(type: Int)
}

/// What a call says.
package struct HubCall: Equatable, Sendable {
    package var target: String
    /// A JSON array with its brackets.
    package var arguments: [UInt8]
    /// `nil` when nobody waits for the answer.
    package var id: String?
    /// The streams that the caller will send items for, in the order of the parameters.
    package var streamIDs: [String]
    /// What tracing adds. Not read: no receiver of this house asks for it.
    package var headers: [String: String]

    package init(
        _ target: String, arguments: [UInt8], id: String? = nil, streamIDs: [String] = [],
        headers: [String: String] = [:]
    ) {
        self.target = target
        self.arguments = arguments
        self.id = id
        self.streamIDs = streamIDs
        self.headers = headers
    }
}

/// How a call or stream ended.
package enum HubOutcome: Equatable, Sendable {
    /// Without a value: a method that returns nothing, or the end of a stream.
    case void
    case result([UInt8])
    case error(String)
}
