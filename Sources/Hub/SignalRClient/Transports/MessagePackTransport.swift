import Runtime
import SignalRProtocol

/// A transport whose other side speaks MessagePack, for a link that speaks JSON: each record is translated on its way.
///
/// So a connection in JSON, which is the usual one, knows nothing of it.
final class MessagePackTransport: HubTransportConnection {
    private let inner: any HubTransportConnection
    private let limit: Int
    private let hasHandshake: Bool
    private let outbound: Lock<MessagePackOutbound>

    /// - Parameters:
    ///   - limit: bytes of one received message, and of the record that it becomes.
    ///   - hasHandshake: whether both sides begin with one.
    init(_ inner: any HubTransportConnection, limit: Int, hasHandshake: Bool) {
        self.inner = inner
        self.limit = limit
        self.hasHandshake = hasHandshake
        outbound = Lock(MessagePackOutbound(hasHandshake: hasHandshake))
    }

    var kind: HubTransport { inner.kind }

    func makeReader() -> any HubTransportReader {
        MessagePackReceiver(inner.makeReader(), limit: limit, hasHandshake: hasHandshake)
    }

    func enqueue(_ record: [UInt8]) throws(HubError) -> Bool {
        let frames: [UInt8]
        do throws(HubProtocolError) {
            frames = try outbound.withLock { outbound throws(HubProtocolError) in try outbound.frames(of: record) }
        } catch {
            throw HubError(error)
        }
        return try inner.enqueue(frames)
    }

    func waitForRoom() async throws(HubError) { try await inner.waitForRoom() }

    func wakeReader() { inner.wakeReader() }

    var lastArrival: ContinuousClock.Instant? { inner.lastArrival }

    var hasBroken: Bool { inner.hasBroken }

    func close() async { await inner.close() }

    func abort() { inner.abort() }
}
