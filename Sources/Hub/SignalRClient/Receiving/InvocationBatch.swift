import JSON
import SignalRProtocol

/// Invocations that arrived together, in one buffer.
struct InvocationBatch: Sendable {
    var bytes: [UInt8] = []
    var places: [HubInvocation.Place] = []

    var isEmpty: Bool { places.isEmpty }

    subscript(index: Int) -> HubInvocation { HubInvocation(bytes: bytes, place: places[index]) }

    /// Adds a copy of an invocation's record.
    mutating func append(_ envelope: HubEnvelope, _ source: borrowing JSONCursor.Bytes) {
        guard let target = envelope.target, let arguments = envelope.arguments else { return }
        let shift = bytes.count - envelope.range.lowerBound
        unsafe source.extracting(envelope.range).withUnsafeBufferPointer { unsafe bytes.append(contentsOf: $0) }
        places.append(
            HubInvocation.Place(
                target: target.range.lowerBound + shift..<target.range.upperBound + shift,
                targetHasEscapes: target.hasEscapes,
                arguments: arguments.lowerBound + shift..<arguments.upperBound + shift,
                id: envelope.invocationID?.text(source)))
    }
}
