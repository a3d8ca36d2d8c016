package import HTTPServer
import Observability
import Runtime
public import SignalRProtocol
import Sockets

/// One client's connection, as the hub sees it.
///
/// What is sent to it waits in a queue with a bound: see ``HubConfiguration/maximumOutgoingBytes``.
public final class HubPeer: Sendable {
    /// The public id of the connection. It stays when the client comes back to the same connection after a loss.
    public let id: String
    /// Who connects, as the authorizer said.
    public let user: String?
    /// What the user is besides, as the authorizer said when the connection was made.
    public let roles: Set<String>
    /// How its messages travel.
    public let transport: HubTransport
    /// The request that opened the connection.
    package let request: HTTPRequest
    /// The hub that it is connected to.
    public let hub: Hub
    /// What the program keeps with the connection.
    public let items = HubPeerItems()
    /// The secret half of the connection's name.
    let token: String
    /// Whether negotiation agreed that the connection may outlive its sockets.
    private let mayReturn: Bool

    /// What it decides is done here.
    let machine: Watched<PeerMachine>
    let reader: PeerReader
    let writer: PeerWriter
    let calls: PeerCalls

    /// - Parameter roles: of the request that connects: the one that negotiated may have shown another token.
    init(
        hub: Hub, _ negotiated: Negotiations.Entry, roles: Set<String>, token: String, transport: HubTransport,
        request: HTTPRequest
    ) {
        let (configuration, now) = (hub.configuration, ContinuousClock.now)
        self.hub = hub
        id = negotiated.connectionID
        user = negotiated.user
        self.roles = roles
        mayReturn = negotiated.usesStatefulReconnect && transport == .webSockets
        self.token = token
        self.transport = transport
        self.request = request
        machine = Watched(PeerMachine(configuration, transport, now: now))
        reader = PeerReader(configuration, now: now)
        writer = PeerWriter(
            PeerOutput(
                limit: configuration.maximumOutgoingBytes, carrier: transport == .webSockets ? .none : .queue, now: now)
        )
        calls = PeerCalls(configuration)
    }

    // MARK: What the client is

    /// A header of the request that opened the connection; letter case of the name does not count.
    public func header(_ name: String) -> String? { request.headers[name] }

    /// A query parameter of the request that opened the connection, decoded.
    public func queryValue(_ name: String) -> String? { request.queryValue(name) }

    /// The numeric address from which the connection was opened, without a port, such as `192.0.2.7` or `2001:db8::7`. Behind a
    /// proxy it is the proxy's. `nil` over a Unix socket.
    public var remoteAddress: String? {
        if case .address(let host, _) = request.peer { host } else { nil }
    }

    // MARK: The end

    /// Ends the connection with a Close message.
    ///
    /// - Parameters:
    ///   - error: the reason that the client is told; `nil` is a normal end.
    ///   - allowReconnect: whether the client may come back by itself.
    public func close(error: String? = nil, allowReconnect: Bool = false) {
        end(.close(error: error, allowReconnect: allowReconnect))
    }

    /// Ends the connection without a Close message: to the client it looks as if the network broke. What waits for the client is
    /// dropped, and it can't come back to this connection.
    public func cut() { end(.cut) }

    /// Ends the connection; the first ending counts.
    package func end(_ ending: HubPeerEnding) { end(ending, because: ending.reason) }

    func end(_ ending: HubPeerEnding, because reason: HubDisconnection) {
        decide { $0.ended(ending, reason, now: .now) }
    }

    /// Cuts the transport without a word, as a dying network does. A connection that outlives its transports stays.
    package func cutTransport() {
        if machine.withLock({ $0.takesSocket }) { writer.abortSocket() } else { end(.cut) }
    }

    /// What the client sent breaks the protocol.
    func brokeProtocol(_ violation: HubProtocolError) {
        hub.logger?.debug("a client broke the protocol", [.error: .text("\(violation)")])
        let texts = HubErrorText(tellsDetails: hub.configuration.tellsDetails)
        let isIn = machine.withLock { if case .handshake = $0.phase { false } else { true } }
        end(
            isIn
                ? .close(error: texts.broken(violation), allowReconnect: true)
                : .refuse(texts.brokenHandshake(violation)),
            because: HubDisconnection(.protocolViolation, error: "\(violation)"))
    }

    // MARK: What the machine decides

    var hasEnded: Bool { machine.withLock { $0.hasEnded } }

    /// Tells the machine what has happened, and does what it decides.
    ///
    /// - Returns: What it leaves to the caller: what concerns a transport.
    @discardableResult
    func decide(_ event: (inout PeerMachine) -> PeerMachine.Effect?) -> PeerMachine.Effect? {
        let effect = machine.withLock { event(&$0) }
        switch effect {
        case .open:
            do throws(HubProtocolError) { try writer.open() } catch { unwritable(error) }
        case .endPoll(let number): writer.endFetch(number)
        case .conclude(let ending, let reason, let wasOpen):
            writer.end(ending)
            calls.end()
            hub.ended(self)
            if wasOpen { hub.went(self, reason) }
        case .tell(let reason): hub.went(self, reason)
        case .forget: hub.forget(self)
        case .admit, .serve, .replace, .refuse, nil: break
        }
        return effect
    }

    /// A request of the client has been let in.
    ///
    /// - Parameter expiry: when the token that it brought expires: the connection is closed then, unless a later request brings
    ///   another one. `nil` is never.
    func authorized(until expiry: ContinuousClock.Instant?) { machine.withLock { $0.authorized(until: expiry) } }

    /// Lets the hub look at the client, answers its handshake, and lets it in.
    func open(_ request: HubHandshake.Request) async {
        guard let format = HubMessageFormat(rawValue: request.protocolName) else {
            return end(.refuse("The protocol '\(request.protocolName.prefix(100))' is not supported."))
        }
        guard 0...2 ~= request.version else {
            return end(
                .refuse("The server does not support version \(request.version) of the '\(format.rawValue)' protocol."))
        }
        guard format == .json || transport != .serverSentEvents else {
            return end(
                .refuse(
                    "Cannot use the '\(format.rawValue)' protocol on the current transport. The transport does not support"
                        + " '\(format.transferFormat)' transfer format."))
        }
        // Older clients negotiate it perhaps, and speak version 1.
        let mayReturn = mayReturn && request.version == 2
        writer.hold(format, mayReturn ? StatefulSession(limit: hub.configuration.statefulBufferBytes) : nil)
        guard decide({ $0.handshakeRead(mayReturn: mayReturn) }) == .admit else { return }
        await hub.tasks.run {
            if let refusal = await hub.admit(self) { end(.refuse(refusal)) }
            decide { $0.admitted() }
        }
    }

    /// Does what is due: pings, acknowledgements, and giving up a client that is silent or away for too long.
    ///
    /// - Parameter next: when it is called again.
    func watch(now: ContinuousClock.Instant, next: ContinuousClock.Instant) {
        guard decide({ $0.watched(now: now) }) == nil, machine.withLock({ $0.isOpen && !$0.isAway }) else { return }
        // Long polling has a heartbeat of its own: each poll.
        if transport != .longPolling {
            switch reader.verdict(now: now, next: next, lastSent: writer.lastSent) {
            case .fine: break
            case .ping: enqueue(.ping)
            case .timeout: return end(.close(error: nil, allowReconnect: true), because: HubDisconnection(.timedOut))
            }
        }
        // A moment later would be late.
        acknowledge(now: next)
    }
}

// MARK: Stateful reconnect

extension HubPeer {
    /// Acknowledges what is due by then.
    func acknowledge(now: ContinuousClock.Instant) {
        guard let number = writer.acknowledgement(now: now) else { return }
        enqueue(.acknowledgement(number))
    }

    /// Counts a message; what came again after a loss is not to be looked at.
    func admits(_ kind: HubEnvelope.Kind?, number: Int64?, bytes: Int) -> Bool {
        guard mayReturn else { return true }
        do throws(HubProtocolError) { return try writer.admits(kind, number: number, bytes: bytes) } catch {
            let reason = HubDisconnection(.protocolViolation, error: "\(error)")
            end(.close(error: "\(error)", allowReconnect: true), because: reason)
            return false
        }
    }
}

// MARK: Sending

extension HubPeer {
    /// Calls a handler of this client, and returns when the message is queued: whoever sends much sends no faster than the client
    /// takes it. A client that has no room for `limit` is cut. Of a task that is cancelled, a client without room hears nothing.
    ///
    /// - Parameters:
    ///   - json: the handler's arguments, each a JSON text.
    ///   - limit: how long the client may have no room; ``HubConfiguration/sendTimeout`` is a good one.
    /// - Throws: ``HubFailure`` when an argument is not JSON.
    public func send(
        _ target: String, json: [String], within limit: Duration
    ) async throws(HubFailure) {
        try await hub.send(target, json: json, to: .connection(id), within: limit)
    }

    /// Queues a message. When too much waits already, the connection is cut.
    ///
    /// - Returns: Whether so much waits that a sender which can wait should: ``waitForRoom()``.
    @discardableResult
    func enqueue(_ message: HubMessage) -> Bool { enqueue(message.record, isTrackable: message.isTrackable) }

    /// As ``enqueue(_:)``, with a record that has been written for several clients.
    @discardableResult
    func enqueue(_ record: [UInt8], isTrackable: Bool) -> Bool {
        judge(writer.send(record, isTrackable: isTrackable))
    }

    /// Queues a record if little enough waits for the client, or if nobody is there to get it.
    ///
    /// - Returns: `false` if nothing was queued, because so much waits: ``waitForRoom()``.
    func enqueueIfThereIsRoom(_ record: [UInt8], isTrackable: Bool) -> Bool {
        guard let room = writer.sendIfThereIsRoom(record, isTrackable: isTrackable) else { return false }
        _ = judge(room)
        return true
    }

    /// Queues a record as soon as little enough waits for the client, which is cut if that takes longer than `limit`.
    func enqueue(_ record: [UInt8], isTrackable: Bool, within limit: Duration) async {
        guard !enqueueIfThereIsRoom(record, isTrackable: isTrackable) else { return }
        let end = await race(limit: limit) {
            while !Task.isCancelled, !self.enqueueIfThereIsRoom(record, isTrackable: isTrackable) {
                await self.waitForRoom()
            }
        }
        if case .limit = end { tookTooLittle() }
    }

    /// Returns when little enough waits for the client, at the end of the connection, or when the task is cancelled.
    func waitForRoom() async { await writer.waitForRoom() }

    /// - Returns: Whether a sender that can wait should.
    private func judge(_ room: PeerOutput.Room) -> Bool {
        switch room {
        case .enough: return false
        case .little: return true
        case .none:
            tookTooLittle()
            return false
        case .unwritable(let error):
            unwritable(error)
            return false
        }
    }

    private func tookTooLittle() {
        end(.cut, because: HubDisconnection(.lost, error: "the client takes too little of what is sent to it"))
    }

    /// A client that missed a message without knowing would be worse off than one that reads everything again.
    func unwritable(_ error: HubProtocolError) {
        hub.logger?.warning("a message can't be written in a client's format", [.error: .text("\(error)")])
        end(.close(error: "Connection closed with an error.", allowReconnect: true))
    }
}

extension PeerMachine {
    fileprivate init(_ configuration: HubConfiguration, _ transport: HubTransport, now: Instant) {
        let patience = max(configuration.handshakeTimeout, configuration.negotiationLifetime)
        self.init(
            handshakeTimeout: configuration.handshakeTimeout, disconnectTimeout: configuration.disconnectTimeout,
            phase: .handshake(
                transport == .serverSentEvents ? .served(by: 0) : .away(since: now),
                // A negotiated socket has yet to come.
                until: now + (transport == .webSockets ? patience : configuration.handshakeTimeout)))
    }
}
