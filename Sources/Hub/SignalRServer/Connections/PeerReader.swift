import JSON
import Observability
import Runtime
import SignalRProtocol

/// Reads what a client sends, and hands it to whom it concerns.
final class PeerReader: Sendable {
    /// Posts, of which several may come at a time, are read one after the other.
    private struct Posts: Sendable {
        /// The number of the next one to come.
        var next: UInt64 = 0
        /// The number of the one whose turn it is.
        var current: UInt64 = 0
        var decoder: PeerDecoder

        mutating func number() -> UInt64 {
            defer { next += 1 }
            return next
        }
    }

    private let liveness: Lock<PeerLiveness>
    private let posts: Watched<Posts>

    init(_ configuration: HubConfiguration, now: ContinuousClock.Instant) {
        liveness = Lock(
            PeerLiveness(
                keepAliveInterval: configuration.keepAliveInterval, clientTimeout: configuration.clientTimeout,
                now: now))
        posts = Watched(Posts(decoder: PeerDecoder(limit: configuration.maximumMessageBytes, checksUTF8: true)))
    }

    /// Whether the client is to be pinged or given up.
    func verdict(
        now: ContinuousClock.Instant, next: ContinuousClock.Instant, lastSent: ContinuousClock.Instant
    ) -> PeerLiveness.Verdict {
        liveness.withLock { $0.verdict(now: now, next: next, lastSent: lastSent) }
    }

    /// Another transport has come.
    func attached() { liveness.withLock { $0.received(now: .now) } }

    // MARK: Taking

    /// Takes what came at a time, and returns when there is room for more.
    func take(_ batch: PeerDecoder.Batch, of peer: HubPeer) async {
        // Nothing else is read until all of it has found its room.
        liveness.withLock { $0.heldBack(true, now: .now) }
        defer { liveness.withLock { $0.heldBack(false, now: .now) } }
        for next in batch.incoming {
            await take(next, of: peer)
            guard !peer.hasEnded else { return }
        }
        peer.acknowledge(now: .now)
        if let violation = batch.violation { peer.brokeProtocol(violation) }
    }

    /// Takes the body of a post, after those that came before it, and returns when there is room for more.
    ///
    /// - Returns: `false` if the connection has ended.
    func post(_ body: [UInt8], of peer: HubPeer) async -> Bool {
        let number = posts.withLock { $0.number() }
        // Not left when its client goes: it would let the next one overtake.
        _ = await posts.wait(isCancellable: false) { $0.current == number ? true : nil }
        defer { posts.withLock { $0.current += 1 } }
        guard !peer.hasEnded else { return false }
        let batch = posts.withLock { posts in
            var batch = PeerDecoder.Batch()
            do throws(HubProtocolError) {
                try posts.decoder.read(body.span, isText: false, into: &batch.incoming)
            } catch {
                batch.violation = error
            }
            return batch
        }
        await take(batch, of: peer)
        return true
    }

    private func take(_ incoming: PeerDecoder.Incoming, of peer: HubPeer) async {
        switch incoming {
        case .handshake(let request): await peer.open(request)
        case .message(let message, let kind, let number, let bytes):
            guard peer.admits(kind, number: number, bytes: bytes) else { return }
            await take(message, of: peer)
        }
    }

    private func take(_ message: HubMessage, of peer: HubPeer) async {
        switch message {
        case .invocation(let call): await peer.calls.take(call, wantsStream: false, of: peer)
        case .streamInvocation(let call): await peer.calls.take(call, wantsStream: true, of: peer)
        case .streamItem(let id, let item): await peer.calls.take(item: item, of: id)
        case .completion(let id, let outcome): peer.calls.complete(id, outcome)
        case .cancelInvocation(let id): peer.calls.cancel(id, of: peer)
        case .ping: liveness.withLock { $0.pinged() }
        case .close(let error, _):
            let reason = HubDisconnection(.closedByClient, error: error)
            peer.end(.close(error: nil, allowReconnect: false), because: reason)
        // Without a session of ours; what newer clients say is ignored too.
        case .acknowledgement, .sequence, .unknown: break
        }
    }
}
