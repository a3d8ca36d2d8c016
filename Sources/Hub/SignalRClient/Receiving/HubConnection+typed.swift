import JSON
import SignalRProtocol

/// Invocations as typed values, read and checked in one pass over the bytes. The forms are those of the public API.
///
/// A decoder that fails loses that invocation: ``refusedInvocations`` counts them.
extension HubConnection {
    /// Invocations whose arguments were JSON of another type than their handler's or sequence's.
    package var refusedInvocations: Int { routes.refused }

    /// The invocations of one target from now on, to be decoded by the consumer.
    package func invocations<Value: Sendable>(
        of target: String, decoding decode: @escaping HubDecoder<Value>
    ) -> TypedInvocations<Value> {
        TypedInvocations(subscription: routes.subscribe(target, checksArguments: true), decode: decode)
    }

    /// Has a handler called with each invocation of a target, as ``on(_:_:)``.
    @discardableResult
    package func on<Value: Sendable>(
        _ target: String, decoding decode: @escaping HubDecoder<Value>,
        _ handler: @escaping @Sendable (Value) async -> Void
    ) -> HubRegistration {
        let each = Self.oneByOne { batch, index in
            if let value = batch.value(at: index, decode) { await handler(value) }
        }
        return routes.add(target, handler: each, checksArguments: true)
    }

    /// Has a handler called with all invocations of a target that arrived together, before their arguments have been checked
    /// to be JSON: the handler reads them once, which does it.
    @discardableResult
    package func onBatch(_ target: String, _ handler: @escaping HubBatchHandler) -> HubRegistration {
        routes.add(target, handler: handler, checksArguments: true)
    }

    /// A handler of one invocation as one of a batch, which ends early when the routes change.
    static func oneByOne(
        _ handler: @escaping @Sendable (InvocationBatch, Int) async -> Void
    ) -> HubBatchHandler {
        { batch, places in
            var index = places.lowerBound
            repeat {
                await handler(batch, index)
                index += 1
            } while index < places.upperBound && batch.isCurrent
            return index
        }
    }

    /// Has each invocation of a target decoded and taken on the service thread, as ``onServiceThread(_:_:)``: the cheapest
    /// way of all, for work of a few microseconds. Every connection waits meanwhile.
    @discardableResult
    package func onServiceThread<Value>(
        _ target: String, decoding decode: @escaping HubDecoder<Value>, _ body: @escaping @Sendable (Value) -> Void
    ) -> HubRegistration {
        onServiceThread(
            target,
            reading: { bytes, cursor, end throws(JSONError) in
                let value = try decode(bytes, &cursor)
                guard end.isReached(bytes, &cursor) else { return false }
                body(value)
                return true
            })
    }

    /// Has the arguments of each invocation of a target read in place.
    @discardableResult
    package func onServiceThread(_ target: String, reading reader: @escaping HubArgumentsReader) -> HubRegistration {
        routes.add(target, directHandler: .reading(reader))
    }
}
