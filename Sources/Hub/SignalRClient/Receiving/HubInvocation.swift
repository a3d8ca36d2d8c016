/// A call that the hub made on this client: the name of the target, and its arguments as they came.
public struct HubInvocation: Sendable {
    /// Shared by all that arrived together.
    let batch: InvocationBatch
    let index: Int

    init(_ batch: InvocationBatch, _ index: Int) {
        self.batch = batch
        self.index = index
    }

    /// The handler's name, as the hub spells it.
    public var target: String { batch.target(at: index) }

    /// The arguments as the text of a JSON array.
    public var arguments: String { String(decoding: batch.bytes[batch.arguments(at: index)], as: UTF8.self) }

    /// Whether the hub waits for a result.
    public var wantsResult: Bool { batch.places[index].id != nil }

    /// The record that brought it as it arrived, without its separator; of a hub that speaks MessagePack the same as JSON. A copy.
    package var record: [UInt8] { batch.record(at: index) }

    /// Lends the bytes of the arguments' JSON array, which are valid UTF-8 and checked JSON, without copying them.
    public func withArguments<Result, Failure: Error>(
        _ body: (Span<UInt8>) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        let bytes = batch.bytes
        return try body(bytes.span.extracting(batch.arguments(at: index)))
    }
}
