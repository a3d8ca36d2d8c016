import JSON
import SignalRProtocol

/// Reads the arguments of an invocation in place: from the `[`, where the cursor is, to behind the `]`. Then it asks the
/// end whether it is reached, and acts only if it is: by then the whole record is known to be right.
///
/// - Returns: Whether it acted.
typealias DirectReader =
    @Sendable (borrowing JSONCursor.Bytes, inout JSONCursor, ArgumentsEnd) throws(JSONError) -> Bool

/// Takes invocations of a batch that lie one behind the other, as long as the batch is current.
///
/// - Returns: The place behind those that it took; it takes at least the first.
package typealias HubBatchHandler = @Sendable (InvocationBatch, Range<Int>) async -> Int

/// Who is called on the service thread.
enum DirectHandler: Sendable {
    /// With arguments that have been checked.
    case lent(@Sendable (Span<UInt8>) -> Void)
    /// Checks and decodes in one pass.
    case reading(DirectReader)
}
