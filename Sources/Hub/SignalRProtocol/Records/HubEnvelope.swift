package import JSON

/// One hub message as places in the bytes that hold it: read in one pass, with arguments, items and results left as they
/// are. Whoever knows their type binds them later, or never.
package struct HubEnvelope: Equatable, Sendable {
    /// The types that the protocol has.
    package enum Kind: Int, Sendable, CaseIterable {
        /// A call, with or without an answer.
        case invocation = 1
        /// One value of a stream.
        case streamItem = 2
        /// A call's or stream's end, with its result or error.
        case completion = 3
        /// A call that is answered by a stream.
        case streamInvocation = 4
        /// The caller wants no more of a stream.
        case cancelInvocation = 5
        /// Nothing but a sign of life.
        case ping = 6
        /// The sender ends the connection.
        case close = 7
        /// What has been received, for stateful reconnect.
        case acknowledgement = 8
        /// With what the sender goes on after a stateful reconnect.
        case sequence = 9
    }

    /// As sent; may be a number that nobody knows yet.
    package internal(set) var type = 0
    /// The method's name, of an invocation of either kind.
    package internal(set) var target: JSONString?
    /// By which an answer finds its call; an invocation without it wants no answer.
    package internal(set) var invocationID: JSONString?
    /// The array with its brackets.
    package internal(set) var arguments: Range<Int>?
    /// One value of a stream, as JSON.
    package internal(set) var item: Range<Int>?
    /// A completion's result as JSON; `nil` for a method that returns nothing, or failed.
    package internal(set) var result: Range<Int>?
    /// Why a completion failed, or why the connection is closed.
    package internal(set) var error: JSONString?
    /// Of a Close: whether the server would have us again. False where the message leaves it out.
    package internal(set) var allowReconnect = false
    /// The array of the ids under which the caller will upload items, with its brackets.
    package internal(set) var streamIDs: Range<Int>?
    /// The object with its braces; official servers and clients send none.
    package internal(set) var headers: Range<Int>?
    /// Of an acknowledgement the last message received, of a sequence the first that follows (stateful reconnect).
    package internal(set) var sequenceID: Int64?
    /// The whole record without its separator.
    package internal(set) var range = 0..<0

    /// `nil` for a type that newer peers may send; such a message is to be ignored.
    package var kind: Kind? { Kind(rawValue: type) }
}
