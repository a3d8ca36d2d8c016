import JSON

/// A call that the hub made on this client: the name of the target, and its arguments as they came.
public struct HubInvocation: Sendable {
    /// Where the parts lie in the bytes that arrived together.
    struct Place: Sendable {
        var target: Range<Int>
        var targetHasEscapes: Bool
        var arguments: Range<Int>
        /// Set when the hub waits for a result.
        var id: String?
    }

    /// Shared by all that arrived together.
    let bytes: [UInt8]
    let place: Place

    /// The handler's name, as the hub spells it.
    public var target: String {
        guard place.targetHasEscapes else { return String(decoding: bytes[place.target], as: UTF8.self) }
        // In front of the text is its quote. The bytes have been checked when they arrived.
        var cursor = JSONCursor(offset: place.target.lowerBound - 1)
        return (try? cursor.string(bytes.span).text(bytes.span)) ?? ""
    }

    /// Whether its target is that one. Makes no string, because it is asked for each handler.
    func isFor(_ name: TargetName?) -> Bool {
        guard let name else { return false }
        return place.targetHasEscapes ? name == TargetName(target) : name.matches(place.target, bytes.span)
    }

    /// The arguments as the text of a JSON array.
    public var arguments: String { String(decoding: bytes[place.arguments], as: UTF8.self) }

    /// Whether the hub waits for a result.
    public var wantsResult: Bool { place.id != nil }

    /// Lends the bytes of the arguments' JSON array, which are valid UTF-8 and checked JSON, without copying them.
    public func withArguments<Result, Failure: Error>(
        _ body: (Span<UInt8>) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try body(bytes.span.extracting(place.arguments))
    }
}
