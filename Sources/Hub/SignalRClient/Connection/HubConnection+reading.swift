import SignalRProtocol

// Whoever writes a reader has all it needs with this module. Trees, outlines and writing stay in JSON.
@_exported public import struct JSON.JSONCursor
@_exported public import struct JSON.JSONError
@_exported public import struct JSON.JSONKeys
@_exported public import struct JSON.JSONNumber
@_exported public import struct JSON.JSONObjectReader
@_exported public import struct JSON.JSONPath
@_exported public import struct JSON.JSONString

/// Reads an invocation's arguments as a typed value: from the `[`, where the cursor is, to behind the `]`.
///
/// Each value is read with one of the cursor's steps, or skipped with `skipValue`. So the arguments have been checked to be JSON by
/// the time they are read, in one pass over the bytes.
///
/// ```swift
/// let pair: HubReader<(Int, String)> = { bytes, cursor throws(JSONError) in
///     try cursor.expect(UInt8(ascii: "["), bytes)
///     let number = try cursor.intValue(bytes)
///     try cursor.expect(UInt8(ascii: ","), bytes)
///     let text = try cursor.stringValue(bytes)
///     try cursor.expect(UInt8(ascii: "]"), bytes)
///     return (number, text)
/// }
/// connection.on("Pair", reading: pair) { number, text in print(number, text) }
/// ```
public typealias HubReader<Value> =
    @Sendable (borrowing Span<UInt8>, inout JSONCursor) throws(JSONError) -> Value

extension HubConnection {
    /// How many invocations were dropped because a reader failed: their arguments were JSON of another type.
    public var refusedInvocations: Int { routes.refused }

    /// The invocations of one target from now on as typed values, read by the consumer where it runs.
    ///
    /// An invocation whose reader fails is left out, counted by ``refusedInvocations`` and logged. Arguments that are no JSON end
    /// the connection that they came on.
    public func invocations<Value: Sendable>(
        of target: String, reading read: @escaping HubReader<Value>
    ) -> HubReadInvocations<Value> {
        HubReadInvocations(subscription: routes.subscribe(target, checksArguments: true), read: read)
    }

    /// Has a handler called with the typed value of each invocation of a target, in the order of arrival, as ``on(_:_:)`` does.
    ///
    /// An invocation whose reader fails is dropped, counted by ``refusedInvocations`` and logged.
    @discardableResult
    public func on<Value: Sendable>(
        _ target: String, reading read: @escaping HubReader<Value>,
        _ handler: @escaping @Sendable (Value) async -> Void
    ) -> HubRegistration {
        let each = Self.oneByOne { batch, index in
            if let value = batch.value(at: index, read) { await handler(value) }
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

    /// Has each invocation of a target read and its value taken on the service thread, as ``onServiceThread(_:_:)`` lends its
    /// bytes: the cheapest way of all, for work of a few microseconds. Every connection waits meanwhile.
    ///
    /// An invocation whose reader fails, or stops before the end of the arguments, is dropped and counted by ``refusedInvocations``.
    /// Such a reader may be called a second time for the same invocation: what it does besides reading would be done twice. `body` is
    /// called once at most.
    @discardableResult
    public func onServiceThread<Value>(
        _ target: String, reading read: @escaping HubReader<Value>, _ body: @escaping @Sendable (Value) -> Void
    ) -> HubRegistration {
        routes.add(
            target,
            directHandler: .reading { bytes, cursor, end throws(JSONError) in
                let value = try read(bytes, &cursor)
                guard end.isReached(bytes, &cursor) else { return false }
                body(value)
                return true
            })
    }
}
