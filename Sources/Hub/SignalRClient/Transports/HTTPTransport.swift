import HTTPClient
import Runtime
import SignalRProtocol
import Sockets

/// A hub's records over plain HTTP: they come as an event stream or by polling, and go by POST.
///
/// Reading holds back: what nobody takes waits up to a bound here, then in libcurl, then at the server.
final class HTTPTransport: HubTransportConnection {
    /// Bytes that wait for the reader.
    private static let backlog = 1 << 18

    let kind: HubTransport
    let target: HubTarget
    let network: HubNetwork
    /// What has arrived.
    let inbox = BoundedChannel<[UInt8]>(limit: backlog)
    /// Kept when the transport is open, or has ended before.
    private let opening = Promise<Void, HubError>()
    private let poster: RecordPoster
    private let service = Lock<Task<Void, Never>?>(nil)

    private init(_ target: HubTarget, on network: HubNetwork) {
        kind = target.transport
        self.target = target
        self.network = network
        poster = RecordPoster(target)
    }

    /// Opens an event stream or begins to poll.
    static func open(_ target: HubTarget, on network: HubNetwork) async throws(HubError) -> HTTPTransport {
        let transport = HTTPTransport(target, on: network)
        // Loose because it is the service itself: it ends with close() or abort(), one of which its owner calls.
        let task = Task { await transport.serve() }
        transport.service.withLock { $0 = task }
        do throws(HubError) {
            try await transport.waitUntilOpen(within: target.requests.options.connectTimeout)
        } catch {
            transport.abort()
            throw error
        }
        return transport
    }

    private func waitUntilOpen(within limit: Duration) async throws(HubError) {
        let (loop, timeout) = (network.loop, HubError.connectTimeout(target.url.origin))
        let outcome = await firstToEnd(
            { await self.opening.outcomeUnlessCancelled() ?? .failure(.cancelled) },
            { .failure(await loop.failure(timeout, after: limit)) })
        try outcome.get()
    }

    /// The transport is open.
    func opened() { opening.keep() }

    // MARK: Service

    private enum Ending {
        /// The server ended it.
        case received
        /// All is sent, and this side ends it.
        case posted
        case failed(HubError)
    }

    private func serve() async {
        let ending = await firstToEnd(
            { () async -> Ending in
                do throws(HubError) { try await self.receive() } catch { return .failed(error) }
                return .received
            },
            { () async -> Ending in
                do throws(HubError) { try await self.poster.run() } catch { return .failed(error) }
                return .posted
            })
        var failure: HubError?
        switch ending {
        case .received: break
        case .posted: if kind == .longPolling { await endPolling() }
        case .failed(let error): failure = error
        }
        poster.abandon()
        inbox.finish(throwing: failure)
        opening.keep(.failure(failure ?? .lost("the server ended it at once")))
    }

    private func receive() async throws(HubError) {
        switch kind {
        case .serverSentEvents: try await receiveEvents()
        case .longPolling: try await receiveByPolling()
        case .webSockets: preconditionFailure("a WebSocket is a transport of its own")
        }
    }

    // MARK: Use

    func makeReader() -> any HubTransportReader { HTTPTransportReader(inbox: inbox) }

    func wakeReader() { inbox.push([], cost: 0) }

    var lastArrival: ContinuousClock.Instant? { nil }

    func enqueue(_ record: [UInt8]) throws(HubError) -> Bool { try poster.enqueue(record) }

    func waitForRoom() async throws(HubError) {
        await poster.waitForRoom()
        if Task.isCancelled { throw .cancelled }
    }

    /// Stateful reconnect is for WebSockets only.
    var hasBroken: Bool { false }

    func close() async {
        // The poster sends what is queued, and its end is that of the service.
        poster.finish()
        await service.withLock { $0 }?.value
    }

    func abort() { service.withLock { $0 }?.cancel() }
}

/// Reads what arrives on a transport over plain HTTP.
struct HTTPTransportReader: HubTransportReader {
    let inbox: BoundedChannel<[UInt8]>

    func next() async throws(HubError) -> HubPayloads? {
        do { return try await inbox.next().map { .bytes($0) } } catch { throw failure(error) }
    }

    func poll(orCall body: @escaping @Sendable () -> Void) -> Result<HubPayloads?, HubError>? {
        inbox.poll(orCall: body)?.map { $0.map { .bytes($0) } }.mapError(failure)
    }

    private func failure(_ error: any Error) -> HubError { error as? HubError ?? .cancelled }
}
