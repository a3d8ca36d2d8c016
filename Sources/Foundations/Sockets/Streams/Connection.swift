import CLibWebSockets
import Glibc
import Values

/// A byte stream over TCP, TLS or a Unix socket, whichever end opened it. It knows no protocol: bytes, back-pressure and
/// its end go to a ``ConnectionHandler``. The library gives it polling, timers and the TLS of accepted sockets; its
/// executor is the service thread.
@safe package actor Connection {
    /// Whose service thread serves the connection; never changes.
    package nonisolated let loop: EventLoop
    /// The service thread of ``loop``.
    package nonisolated var unownedExecutor: UnownedSerialExecutor { unsafe loop.asUnownedSerialExecutor() }

    enum Phase: Equatable {
        /// A race of addresses, if this end opened it.
        case connecting(ConnectionOpening)
        /// TLS shakes hands.
        case securing
        case open
        /// What was written is still to go.
        case finishing
        /// Our side of the stream has ended; the peer's last bytes are read.
        case lingering
        case ended
    }

    /// Who is at the other end of an accepted connection.
    package nonisolated let peer: Peer

    var handler: (any ConnectionHandler)?
    var phase: Phase
    var phaseSince = ContinuousClock.now
    /// nil before it is connected and once the library has closed it.
    var wsi: OpaquePointer?
    var deadline: ContinuousClock.Instant?
    /// How long a peer may take nothing while bytes wait for it.
    package var writeTimeout: Duration? { didSet { if oldValue == nil, writeTimeout != nil { armTimer() } } }
    /// nil looks at nothing regularly, so that an idle connection wakes nobody.
    var tickPeriod: Duration? = .seconds(2)
    var isReading = true

    var tls: TLSSession?
    /// What it connected to.
    var address = ""

    var output = SendQueue()
    /// Bytes that were read only to be dropped.
    private var discarded = 0
    /// How many may be: enough for what a peer that means well has on its way when it is refused, and an end to what one
    /// can have us read that does not stop.
    package static let discardLimit = 8 << 20

    /// An outgoing connection; `connect()` starts it.
    package init(on loop: EventLoop, _ request: ConnectionRequest, handler: any ConnectionHandler) {
        self.loop = loop
        self.handler = handler
        peer = .unknown
        phase = .connecting(ConnectionOpening(request))
        deadline = request.deadline
    }

    /// An accepted connection; `adopted()` follows, then `use(_:)`.
    init(on loop: EventLoop, accepted wsi: LibraryHandle, peer: Peer) {
        self.loop = loop
        self.peer = peer
        phase = .open
        unsafe self.wsi = unsafe wsi.pointer
    }

    /// - Parameter context: nil leaves it plain.
    func adopted(securedBy context: TLSContext?) {
        guard let wsi = unsafe wsi else { return }
        loop.connections[ObjectIdentifier(self)] = self
        unsafe lws_set_opaque_user_data(wsi, Unmanaged.passUnretained(self).toOpaque())
        // The library itself would close a raw connection that is silent after accept. The TLS handshake has its user's
        // first deadline as its limit, who is called for it from `tick()`.
        unsafe lws_set_timeout(wsi, NO_PENDING_TIMEOUT, 0)
        armTimer()
        guard let context else { return }
        phase = .securing
        do throws(SocketError) { tls = try TLSSession(accepting: context) } catch { abortLater(error) }
    }

    // MARK: for its user, on the service thread

    /// Whether bytes can be written: connected, TLS established, and neither side's end begun.
    package var isOpen: Bool { unsafe phase == .open && wsi != nil }

    /// Whether the kernel has all that was written.
    package var isDrained: Bool { output.isEmpty }

    /// What others may write to while nothing is on its way here; `nil` if it is not open, or if there is TLS, whose session belongs
    /// to the service thread.
    package var directSocket: DirectSocket? {
        guard isOpen, isDrained, tls == nil, let wsi = unsafe wsi else { return nil }
        return DirectSocket(descriptor: unsafe lws_get_socket_fd(wsi))
    }

    /// Sends the bytes after those before. `connectionDrained` follows once the kernel has them, which may be at once.
    package func write(_ bytes: [UInt8]) {
        guard isOpen, !bytes.isEmpty else { return }
        if output.isEmpty { output.noteProgress() }
        do throws(SocketError) {
            try tls?.encrypt(bytes)
            transmit(bytes)
        } catch {
            end(error)
        }
    }

    /// Asks for `connectionWritable` in the next service pass, or as soon as the socket takes more.
    package func requestWritable() {
        guard let wsi = unsafe wsi else { return }
        output.awaitWritable()
        unsafe lws_callback_on_writable(wsi)
    }

    /// Hands the connection to another user, who is called from now on.
    ///
    /// - Parameter tickPeriod: about how often `connectionTick` is called; nil is never, until ``tick(every:)`` says so.
    package func use(
        _ handler: any ConnectionHandler, tickPeriod: Duration? = .seconds(2), writeTimeout: Duration? = nil
    ) {
        self.handler = handler
        self.tickPeriod = tickPeriod
        self.writeTimeout = writeTimeout
        armTimer()
    }

    /// Changes how often `connectionTick` is called.
    package func tick(every period: Duration) {
        tickPeriod = period
        armTimer()
    }

    /// The connection is what its user wanted: it may stay for ever.
    package func clearDeadline() { deadline = nil }

    /// Back-pressure: off leaves bytes with the kernel, whose full buffer stops the peer. No bytes are lost, but some
    /// that were read already may still come.
    package func setReading(_ isOn: Bool) {
        guard let wsi = unsafe wsi, isReading != isOn else { return }
        isReading = isOn
        unsafe lws_rx_flow_control(wsi, isOn ? 1 : 0)
    }

    /// Once what was written has gone: says good-bye in the way of the transport, then reads what the peer still sends until
    /// a second of silence, for 5 s and ``discardLimit`` bytes at most, and drops it: closing with unread bytes would make
    /// the kernel reset the connection and could destroy the last bytes on their way.
    package func finish() {
        guard phase == .open, unsafe wsi != nil else { return }
        enter(.finishing)
        tls?.sayGoodBye()
        setReading(true)
        armTimer()
        // Ends in `shutDownWriting()` as soon as nothing is left to be sent.
        transmit()
    }

    private func shutDownWriting() {
        guard let wsi = unsafe wsi else { return }
        enter(.lingering)
        unsafe shutdown(lws_get_socket_fd(wsi), Int32(SHUT_WR))
    }

    /// Counts bytes that its user drops because the connection is about to end, and ends it at ``discardLimit``.
    package func discard(_ count: Int) {
        discarded += count
        if discarded > Self.discardLimit { end(nil) }
    }

    /// Ends the connection before this returns, to make room for another one; `connectionClosed` comes from within. Not to
    /// be called in a callback about this connection.
    package func drop() { end(nil) }

    /// Ends the connection now; `connectionClosed` follows, not from within this call: its caller may be in the middle
    /// of a callback about this connection.
    package nonisolated func abort() {
        loop.post { [self] _ in assumeIsolated { $0.end(nil) } }
    }

    /// Sends bytes as they are; without bytes, what the TLS session has produced.
    func transmit(_ bytes: [UInt8] = []) {
        output.append(tls?.takeOutput() ?? bytes)
        pump()
    }

    private func pump() {
        guard let wsi = unsafe wsi else { return }
        switch unsafe output.write(to: LibraryHandle(pointer: wsi)) {
        case .full: break
        case .dead: abort()
        case .drained where phase == .open: handler?.connectionDrained()
        case .drained where phase == .finishing: shutDownWriting()
        case .drained: break
        }
    }

    // MARK: called by the library

    func received(_ bytes: Span<UInt8>) {
        switch phase {
        case .open where tls == nil: handler?.connectionReceived(bytes)
        case .open, .securing: receivedEncrypted(bytes)
        // Whoever still sends has not read our last bytes yet: a reset now could destroy them.
        case .finishing: discard(bytes.count)
        case .lingering:
            output.noteProgress()
            discard(bytes.count)
        case .connecting, .ended: break
        }
    }

    func writable() {
        output.becameWritable()
        pump()
        if phase == .open { handler?.connectionWritable() }
    }

    func closedByLibrary() {
        unsafe wsi = nil
        switch phase {
        case .securing: end(.tls(.closed, with: tls?.peer ?? address))
        case .open, .finishing, .lingering: end(nil)
        case .connecting, .ended: break
        }
    }

    func tick() {
        armTimer()
        let now = ContinuousClock.now
        if let deadline, now > deadline, phase != .ended { return end(timeout) }
        switch phase {
        case .connecting: break
        // A peer that never finishes the handshake is its user's to give up, as any silent one.
        case .securing: handler?.connectionTick(now)
        case .open:
            if output.isWaiting, let writeTimeout, now - output.lastProgress > writeTimeout {
                return end(SocketError(.lost, "the peer took nothing for \(writeTimeout)"))
            }
            handler?.connectionTick(now)
        case .finishing: if silence(now) > writeTimeout ?? .seconds(30) { end(nil) }
        case .lingering: if silence(now) > .seconds(1) || now - phaseSince > .seconds(5) { end(nil) }
        case .ended: break
        }
    }

    /// Of the peer, in this phase.
    private func silence(_ now: ContinuousClock.Instant) -> Duration { now - max(phaseSince, output.lastProgress) }

    func armTimer() {
        guard let wsi = unsafe wsi else { return }
        let isUrgent = deadline != nil || phase == .finishing || phase == .lingering
        let wanted = tickPeriod ?? (writeTimeout == nil ? nil : .seconds(2))
        guard isUrgent || wanted != nil else { return }
        let period = isUrgent ? 100_000 : max(20_000, wanted?.microseconds ?? 0)
        // At multiples of the period, so that the timers of all connections fire in one wake-up: spread over time, a
        // thousand idle peers cost a thousand poll calls per period.
        unsafe lws_set_timer_usecs(wsi, period - lws_now_usecs() % period)
    }

    func enter(_ next: Phase) {
        phase = next
        phaseSince = .now
    }

    // MARK: ending

    /// The one terminal path; later calls do nothing.
    func end(_ error: SocketError?) {
        guard phase != .ended else { return }
        if case .connecting(let opening) = phase { opening.end(on: loop) }
        phase = .ended
        dropSocket()
        tls = nil
        output.clear()
        loop.connections[ObjectIdentifier(self)] = nil
        let last = handler
        handler = nil
        last?.connectionClosed(error)
    }

    /// Lets go of the wsi; the library closes it later and tells nobody.
    private func dropSocket() {
        guard let wsi = unsafe wsi else { return }
        unsafe self.wsi = nil
        isReading = true
        unsafe lws_set_opaque_user_data(wsi, nil)
        unsafe lws_set_timeout(wsi, PENDING_TIMEOUT_KILLED_BY_PARENT, LWS_TO_KILL_ASYNC)
    }
}
