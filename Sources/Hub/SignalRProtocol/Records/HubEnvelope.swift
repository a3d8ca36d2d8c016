package import JSON

/// One hub message as places in the bytes that hold it: read in one pass, with arguments, items and results left as they
/// are. Whoever knows their type binds them later, or never.
package struct HubEnvelope: Equatable, Sendable {
    /// The types that the protocol has.
    package enum Kind: Int, Sendable, CaseIterable {
        case invocation = 1
        case streamItem = 2
        case completion = 3
        case streamInvocation = 4
        case cancelInvocation = 5
        case ping = 6
        case close = 7
        case acknowledgement = 8
        case sequence = 9
    }

    /// As sent; may be a number that nobody knows yet.
    package internal(set) var type = 0
    package internal(set) var target: JSONString?
    package internal(set) var invocationID: JSONString?
    /// The array with its brackets.
    package internal(set) var arguments: Range<Int>?
    package internal(set) var item: Range<Int>?
    package internal(set) var result: Range<Int>?
    package internal(set) var error: JSONString?
    package internal(set) var allowReconnect = false
    package internal(set) var streamIDs: Range<Int>?
    package internal(set) var headers: Range<Int>?
    package internal(set) var sequenceID: Int64?
    /// The whole record without its separator.
    package internal(set) var range = 0..<0

    /// `nil` for a type that newer peers may send; such a message is to be ignored.
    package var kind: Kind? { Kind(rawValue: type) }
}
