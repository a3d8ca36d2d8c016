/// One connection to a broker, as a value: it is told what happens and when, and answers with what to do.
struct MQTTSession {
    typealias Moment = ContinuousClock.Instant

    enum Phase: Equatable {
        /// CONNECT is on its way.
        case greeting
        case open
        case ended
    }

    enum Action: Equatable {
        case send([UInt8])
        case open
        /// What the broker said of one that was sent; `nil` if it never will.
        case settle(id: UInt16, MQTTReason)
        case deliver(MQTTMessage)
        /// The connection is of no use any more.
        case end(MQTTError)
    }

    let version: MQTTVersion
    private let options: MQTTOptions
    private(set) var phase = Phase.greeting
    /// By when the broker has to answer, in order.
    private var waiting: [UInt16: Moment] = [:]
    private var lastID: UInt16 = 0
    private var lastSent: Moment
    private var pingedAt: Moment?
    private var keepAlive: Duration
    private var window = Int(UInt16.max)
    private var packetLimit = 268_435_455
    private var takesRetained = true

    init(_ options: MQTTOptions, _ version: MQTTVersion, now: Moment) {
        (self.options, self.version, lastSent, keepAlive) = (options, version, now, options.keepAlive)
    }

    /// How many messages wait for an answer.
    var waitingCount: Int { waiting.count }

    func greet() -> [UInt8] { MQTTRequest.connect(options).bytes(version) }

    /// A message on its way: its number and its bytes.
    mutating func publish(_ message: MQTTMessage, now: Moment) throws(MQTTError) -> (id: UInt16, bytes: [UInt8]) {
        if message.isRetained, !takesRetained {
            throw MQTTError(.refused(MQTTReason(0x9A)), "the broker keeps no messages, so states can't be kept there")
        }
        return try send(now: now) { .publish(message, id: $0) }
    }

    /// What is published under names like these, in MQTT's patterns.
    mutating func subscribe(to filters: [String], now: Moment) throws(MQTTError) -> (id: UInt16, bytes: [UInt8]) {
        try send(now: now) { .subscribe(filters, id: $0) }
    }

    private mutating func send(
        now: Moment, _ request: (UInt16) -> MQTTRequest
    ) throws(MQTTError) -> (id: UInt16, bytes: [UInt8]) {
        guard phase == .open else { throw MQTTError(.lost, "there is no connection to the broker") }
        guard waiting.count < window else {
            throw MQTTError(.busy, "the broker has \(window) messages to answer, and takes no more before")
        }
        repeat { lastID = lastID == UInt16.max ? 1 : lastID + 1 } while waiting[lastID] != nil
        let bytes = request(lastID).bytes(version)
        guard bytes.count <= packetLimit else {
            throw MQTTError(.tooLarge(limit: packetLimit), "the broker takes no more than \(packetLimit) bytes at once")
        }
        waiting[lastID] = now + options.answerLimit
        lastSent = now
        return (lastID, bytes)
    }

    mutating func received(_ answer: MQTTAnswer) -> [Action] {
        switch (phase, answer) {
        case (.ended, _): return []
        case (.greeting, .welcome(let reason, let properties)): return welcomed(reason, properties)
        case (.greeting, .goodbye(let reason)): return end(MQTTError(refusing: "the connection", reason))
        case (.greeting, .message), (.greeting, .skipped), (.greeting, .acknowledged), (.greeting, .subscribed),
            (.greeting, .pong):
            return end(.malformed("it says something before it has said welcome"))
        case (.open, .welcome): return end(.malformed("it says welcome twice"))
        case (.open, .message(let message)): return [.deliver(message)]
        case (.open, .skipped): return []
        case (.open, .pong):
            pingedAt = nil
            return []
        case (.open, .acknowledged(let id, let reason)): return settle(id, reason)
        case (.open, .subscribed(let id, let reasons)):
            return settle(id, reasons.first { $0.isRefusal } ?? .success)
        case (.open, .goodbye(let reason)): return end(MQTTError(refusing: "to go on", reason))
        }
    }

    private mutating func welcomed(_ reason: MQTTReason, _ properties: MQTTProperties) -> [Action] {
        guard !reason.isRefusal else { return end(MQTTError(refusing: "the sign-in", reason)) }
        guard properties.maximumQoS > 0 else {
            return end(MQTTError(refusing: "to confirm messages", MQTTReason(0x9B)))
        }
        phase = .open
        takesRetained = properties.retainAvailable
        if let most = properties.receiveMaximum, most > 0 { window = Int(most) }
        if let most = properties.maximumPacket { packetLimit = min(packetLimit, Int(most)) }
        if let wished = properties.serverKeepAlive, wished > 0 { keepAlive = min(keepAlive, .seconds(Int(wished))) }
        return [.open]
    }

    private mutating func settle(_ id: UInt16, _ reason: MQTTReason) -> [Action] {
        // One that nobody waits for may be a second answer, which changes nothing.
        waiting.removeValue(forKey: id) == nil ? [] : [.settle(id: id, reason)]
    }

    /// Called now and then.
    mutating func tick(now: Moment) -> [Action] {
        guard phase == .open else { return [] }
        if let first = waiting.values.min(), first <= now {
            return end(
                MQTTError(.timedOut, "the broker didn't answer within \(options.answerLimit.components.seconds) s"))
        }
        if let pingedAt {
            guard pingedAt + options.answerLimit <= now else { return [] }
            return end(MQTTError(.timedOut, "the broker is silent"))
        }
        // With time to spare: at one and a half of it the broker takes this client for gone.
        guard keepAlive > .zero, lastSent + keepAlive / 2 <= now else { return [] }
        (pingedAt, lastSent) = (now, now)
        return [.send(MQTTRequest.ping.bytes(version))]
    }

    /// How often a tick is needed.
    var tickPeriod: Duration { min(.seconds(5), options.answerLimit / 4, keepAlive / 4) }

    private mutating func end(_ error: MQTTError) -> [Action] {
        phase = .ended
        return [.end(error)]
    }

    /// The connection has ended, whoever ended it.
    mutating func connectionEnded() { phase = .ended }
}
