import Runtime
import SignalRProtocol
import Sockets
import WebSockets

/// Writes a connection's records, one after the other, on the transport that there is. A thin runner around ``PeerOutput``.
final class PeerWriter: Sendable {
    struct State: Sendable {
        var output: PeerOutput
        /// The poll that may fetch; an earlier one is over.
        var fetcher: UInt64 = 0
        /// The poll whose time is over.
        var lateFetcher: UInt64 = 0
    }

    /// What a poll or an event stream gets.
    enum Fetched: Sendable {
        case records([[UInt8]])
        /// The time of the poll is over.
        case nothing
        /// Another poll has come.
        case replaced
        /// There is nothing more to be said.
        case ended(isCut: Bool)
    }

    let state: Watched<State>

    init(_ output: PeerOutput) { state = Watched(State(output: output)) }

    var format: HubMessageFormat { state.withLock { $0.output.format } }
    var lastSent: ContinuousClock.Instant { state.withLock { $0.output.lastSent } }

    /// Changes what is on its way, and has the socket send it.
    private func change<Value: Sendable>(_ body: (inout PeerOutput) -> Value) -> Value {
        let (value, socket) = state.withLock { (body(&$0.output), $0.output.takeFlush()) }
        socket?.flushSoon()
        return value
    }

    /// As ``change(_:)``.
    ///
    /// - Throws: Why a record can't be written in the client's format.
    private func changeOrFail<Value: Sendable>(
        _ body: (inout PeerOutput) throws(HubProtocolError) -> Value
    ) throws(HubProtocolError) -> Value {
        try change { output -> Result<Value, HubProtocolError> in
            do throws(HubProtocolError) { return .success(try body(&output)) } catch { return .failure(error) }
        }.get()
    }

    // MARK: Sending

    /// Queues a record, whatever waits already.
    func send(_ record: [UInt8], isTrackable: Bool) -> PeerOutput.Room {
        change { $0.send(record, isTrackable: isTrackable, now: .now) }
    }

    /// Queues a record if little enough waits for the client, or if nobody is there to get it.
    ///
    /// - Returns: `nil` if nothing was queued, because so much waits: ``waitForRoom()``.
    func sendIfThereIsRoom(_ record: [UInt8], isTrackable: Bool) -> PeerOutput.Room? {
        change { $0.isFull ? nil : $0.send(record, isTrackable: isTrackable, now: .now) }
    }

    /// Returns when little enough waits for the client, at the end of the connection, or when the task is cancelled.
    func waitForRoom() async {
        while let socket = state.withLock({ $0.output.fullSocket }) {
            // It throws when the socket has ended or the task is cancelled, which says nothing of the socket.
            let isGone = (try? await socket.waitForRoom()) == nil
            if Task.isCancelled { return }
            state.withLock { $0.output.socketHasRoom() }
            if isGone { return }
        }
        _ = await state.wait { $0.output.isFull ? nil : true }
    }

    // MARK: Fetching

    /// Waits for what a poll or an event stream is to carry. Of a task that is cancelled it is nothing.
    ///
    /// - Parameter number: of the poll; 0 for an event stream.
    func fetch(_ number: UInt64) async -> Fetched {
        state.withLock { $0.fetcher = max($0.fetcher, number) }
        return await state.wait { state -> Fetched? in
            guard state.fetcher == number else { return .replaced }
            if let records = state.output.fetch() { return .records(records) }
            if case .ended(let isCut) = state.output.gate { return .ended(isCut: isCut) }
            return state.lateFetcher == number && number > 0 ? .nothing : nil
        } ?? .nothing
    }

    /// The time of that poll is over.
    func endFetch(_ number: UInt64) { state.withLock { $0.lateFetcher = number } }

    // MARK: Life

    /// Keeps what is sent until ``open()``.
    func hold(_ format: HubMessageFormat, _ session: StatefulSession?) { change { $0.hold(format, session) } }

    /// Answers the handshake, and lets go what was kept.
    ///
    /// - Throws: Why a record can't be written in the client's format.
    func open() throws(HubProtocolError) {
        try changeOrFail { output throws(HubProtocolError) in try output.open(now: .now) }
    }

    /// Writes on that socket from now on, beginning with what the client may have missed.
    ///
    /// - Returns: `false` if the connection has ended.
    func attach(_ socket: WebSocketConnection) throws(HubProtocolError) -> Bool {
        try changeOrFail { output throws(HubProtocolError) in try output.attach(socket) }
    }

    /// That socket has ended.
    func detach(_ socket: WebSocketConnection) { change { $0.detach(socket) } }

    /// Cuts the socket without a word, if there is one.
    func abortSocket() { socket?.abort() }

    /// Says the last words, and closes the socket.
    func end(_ ending: HubPeerEnding) {
        change { $0.end(ending) }
        guard let socket else { return }
        guard ending != .cut else { return socket.abort() }
        // The close frame goes behind what is queued; a client that does not answer it is cut after a few seconds.
        _ = socket.loop.post { _ in socket.assumeIsolated { $0.beginClose(code: 1000, reason: "") } }
    }

    private var socket: WebSocketConnection? {
        state.withLock { if case .socket(let socket) = $0.output.carrier { socket } else { nil } }
    }

    // MARK: Stateful reconnect

    /// Counts a message that has come, if both ends do.
    ///
    /// - Returns: Whether it is new: what came again after a loss is not.
    func admits(
        _ kind: HubEnvelope.Kind?, number: Int64?, bytes: Int
    ) throws(HubProtocolError) -> Bool {
        try changeOrFail { output throws(HubProtocolError) in
            try output.admits(kind, number: number, bytes: bytes, now: .now)
        }
    }

    /// The number to acknowledge by that moment, once.
    func acknowledgement(now: ContinuousClock.Instant) -> Int64? { change { $0.acknowledgement(now: now) } }
}
