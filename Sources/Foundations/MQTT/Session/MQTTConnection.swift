package import Runtime
package import Sockets

/// One connection to a broker, for as long as it lasts. It never connects again by itself and never sends anything twice: whoever
/// keeps what is to be sent decides that.
///
///     let connection = try await MQTTConnection.open(options, on: network) { _ in true }
///     try await connection.publish(MQTTMessage(topic, Array("42".utf8), isRetained: true))   // returns when the broker has it
///     await connection.close()
package actor MQTTConnection {
    private nonisolated let loop: EventLoop
    /// Which the broker speaks.
    package nonisolated let version: MQTTVersion
    /// The service thread of the network.
    package nonisolated var unownedExecutor: UnownedSerialExecutor { unsafe loop.asUnownedSerialExecutor() }

    private var session: MQTTSession
    private var reader: MQTTReader
    private var connection: Connection?
    private let opened = Promise<Void, MQTTError>()
    private var waiting: [UInt16: Promise<MQTTReason, MQTTError>] = [:]
    private var inbox: [MQTTMessage] = []
    private let ended = Promise<MQTTError, Never>()
    /// Rung when a message comes, and at the end.
    private let bell: Bell?

    /// Messages that wait for their reader; what comes beyond them is dropped.
    private static let inboxLimit = 4_096

    private init(on loop: EventLoop, _ options: MQTTOptions, _ version: MQTTVersion, bell: Bell?) {
        (self.loop, self.version, self.bell) = (loop, version, bell)
        session = MQTTSession(options, version, now: .now)
        reader = MQTTReader(version, limit: options.largestPacket)
    }

    /// Connects and signs in, by MQTT 5, or as 3.1.1 has it where the broker knows no other.
    ///
    /// - Parameters:
    ///   - bell: rung when a message has come, and when the connection has ended.
    ///   - allows: whether a connection may go to this numeric address; asked of each before a socket is made.
    package static func open(
        _ options: MQTTOptions, on network: MQTTNetwork, bell: Bell? = nil, allows: (String) -> Bool
    ) async throws(MQTTError) -> MQTTConnection {
        let deadline = ContinuousClock.now + options.openingLimit
        let addresses = try await network.addresses(of: options, until: deadline)
        let allowed = addresses.filter { allows($0.text) }
        guard !allowed.isEmpty else {
            throw MQTTError(
                .forbiddenAddress,
                "\(options.host) leads to \(addresses.first?.text ?? "no address"), which is not allowed")
        }
        var request = ConnectionRequest(addresses: allowed, deadline: deadline)
        // What a cable swallows ends the connection about as soon as the broker would.
        request.acknowledgementLimit = options.keepAlive + options.keepAlive / 2
        if options.isEncrypted {
            request.tls = .init(host: options.host, trust: TLSTrust(caFile: options.certificateAuthorities))
        }
        do throws(MQTTError) {
            return try await begin(on: network.loop, options, .five, request, bell)
        } catch {
            guard error.isAboutVersion else { throw error }
            return try await begin(on: network.loop, options, .classic, request, bell)
        }
    }

    private static func begin(
        on loop: EventLoop, _ options: MQTTOptions, _ version: MQTTVersion, _ request: ConnectionRequest, _ bell: Bell?
    ) async throws(MQTTError) -> MQTTConnection {
        let new = MQTTConnection(on: loop, options, version, bell: bell)
        guard await new.connect(request) else { throw MQTTError(SocketError.stopped) }
        guard let outcome = await new.opened.outcomeUnlessCancelled() else {
            await new.close()
            throw MQTTError(.closed, "interrupted")
        }
        try outcome.get()
        return new
    }

    private func connect(_ request: ConnectionRequest) -> Bool {
        guard !loop.isStopped else { return false }
        let connection = Connection(on: loop, request, handler: self)
        self.connection = connection
        connection.assumeIsolated { $0.connect() }
        return true
    }

    /// Why it has ended; `nil` while it goes on.
    package nonisolated var end: MQTTError? { ended.outcome?.get() }

    /// Sends a message and waits until the broker has taken it.
    ///
    /// - Returns: what the broker said beside yes.
    /// - Throws: also where nobody knows whether it has: ``MQTTError/mayHaveArrived``.
    @discardableResult
    package func publish(_ message: MQTTMessage) async throws(MQTTError) -> MQTTReason {
        let (id, bytes) = try session.publish(message, now: .now)
        return try await answer(to: id, bytes, "the message")
    }

    /// Has the broker send what is published under names like these, and what it keeps there.
    package func subscribe(to filters: [String]) async throws(MQTTError) {
        let (id, bytes) = try session.subscribe(to: filters, now: .now)
        _ = try await answer(to: id, bytes, "the subscription")
    }

    private func answer(to id: UInt16, _ bytes: [UInt8], _ what: String) async throws(MQTTError) -> MQTTReason {
        guard let outcome = await send(id, bytes).outcomeUnlessCancelled() else {
            var error = MQTTError(.closed, "interrupted")
            error.mayHaveArrived = true
            throw error
        }
        let reason = try outcome.get()
        guard !reason.isRefusal else { throw MQTTError(refusing: what, reason) }
        return reason
    }

    private func send(_ id: UInt16, _ bytes: [UInt8]) -> Promise<MQTTReason, MQTTError> {
        let answer = Promise<MQTTReason, MQTTError>()
        waiting[id] = answer
        connection?.assumeIsolated { $0.write(bytes) }
        return answer
    }

    /// What has come since the last time.
    package func takeMessages() -> [MQTTMessage] {
        defer { inbox = [] }
        return inbox
    }

    /// Says good-bye, so that the broker keeps the will to itself, and lets go.
    package func close() {
        guard let connection else { return }
        if session.phase == .open {
            let bytes = MQTTRequest.disconnect.bytes(version)
            connection.assumeIsolated {
                $0.write(bytes)
                $0.finish()
            }
        } else {
            connection.abort()
        }
        finish(MQTTError(.closed, "the connection was closed"))
    }

    /// Lets go without a word: the broker publishes the will.
    package func drop() {
        connection?.abort()
        finish(MQTTError(.closed, "the connection was dropped"))
    }

    // MARK: called by the connection

    private func ready() {
        let (greeting, period) = (session.greet(), session.tickPeriod)
        connection?.assumeIsolated {
            $0.tick(every: period)
            $0.write(greeting)
        }
    }

    private func received(_ bytes: Span<UInt8>) {
        guard session.phase != .ended else { return }
        do throws(MQTTError) {
            try reader.read(bytes) { answer in for action in session.received(answer) { perform(action) } }
        } catch {
            perform(.end(error))
        }
    }

    private func perform(_ action: MQTTSession.Action) {
        switch action {
        case .send(let bytes): connection?.assumeIsolated { $0.write(bytes) }
        case .open:
            connection?.assumeIsolated { $0.clearDeadline() }
            opened.keep()
        case .settle(let id, let reason): waiting.removeValue(forKey: id)?.keep(.success(reason))
        case .deliver(let message):
            if inbox.count < Self.inboxLimit { inbox.append(message) }
            bell?.ring()
        case .end(let error):
            connection?.abort()
            finish(error)
        }
    }

    /// The one end; later ones change nothing. What was on its way may have arrived.
    private func finish(_ error: MQTTError) {
        connection = nil
        session.connectionEnded()
        opened.keep(.failure(error))
        var doubt = error
        doubt.mayHaveArrived = true
        for answer in waiting.values { answer.keep(.failure(doubt)) }
        waiting = [:]
        if ended.keep(.success(error)) { bell?.ring() }
    }

    private func closed(_ error: SocketError?) {
        let stage = session.phase == .greeting ? "before it said welcome" : "the connection"
        finish(error.map { MQTTError($0) } ?? MQTTError(.lost, "the broker ended \(stage)"))
    }

    private func ticked() { for action in session.tick(now: .now) { perform(action) } }
}

extension MQTTConnection: ConnectionHandler {
    package nonisolated func connectionReady() { assumeIsolated { $0.ready() } }
    package nonisolated func connectionReceived(_ bytes: Span<UInt8>) { assumeIsolated { $0.received(bytes) } }
    package nonisolated func connectionDrained() {}
    package nonisolated func connectionTick(_ now: ContinuousClock.Instant) { assumeIsolated { $0.ticked() } }
    package nonisolated func connectionClosed(_ error: SocketError?) { assumeIsolated { $0.closed(error) } }
}

extension MQTTError {
    /// Old brokers say so, or hang up without a word.
    fileprivate var isAboutVersion: Bool {
        switch kind {
        case .refused(let reason): reason.kind == .version
        case .lost: true
        default: false
        }
    }
}
