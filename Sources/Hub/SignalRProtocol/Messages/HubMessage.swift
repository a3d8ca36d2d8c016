/// One hub message with all it says, independent of the bytes it came in. Arguments, items and results are JSON.
public enum HubMessage: Equatable, Sendable {
    /// A call of the method or handler `target`. Without an id nobody waits for an answer.
    case invocation(InvocationMessage)
    /// One item of a stream that is uploaded or answered with.
    case streamItem(id: String, item: [UInt8])
    /// The answer to a call, or the end of a stream.
    case completion(id: String, HubOutcome)
    /// A call whose answer is a stream. It always has an id.
    case streamInvocation(InvocationMessage)
    /// Nobody waits for that call or stream any more.
    case cancelInvocation(id: String)
    /// A sign of life.
    case ping
    /// The end of the connection, and whether the client may come back by itself.
    case close(error: String?, allowReconnect: Bool)
    /// Everything up to that number has come. Stateful reconnect only.
    case acknowledgement(Int64)
    /// The number of the message that comes next. Stateful reconnect only.
    case sequence(Int64)
    /// A type from a newer protocol.
    case unknown(type: Int)
}

/// An invocation message: what a call says.
public struct InvocationMessage: Equatable, Sendable {
    /// The name of the method or handler.
    public var target: String
    /// A JSON array with its brackets.
    public var arguments: [UInt8]
    /// `nil` when nobody waits for the answer.
    public var id: String?
    /// The streams that the caller will send items for, in the order of the parameters.
    public var streamIDs: [String]
    /// What tracing adds. Not read: no receiver of this house asks for it.
    public var headers: [String: String]

    /// A call of `target`.
    public init(
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
public enum HubOutcome: Equatable, Sendable {
    /// Without a value: a method that returns nothing, or the end of a stream.
    case void
    /// With a value, as JSON.
    case result([UInt8])
    /// It failed, and the words of the other side.
    case error(String)
}
