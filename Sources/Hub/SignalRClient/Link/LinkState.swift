import SignalRProtocol

/// What the sender, the reader and the sweep of a link share.
struct LinkState: Sendable {
    /// The last one there was, while there is none.
    var transport: any HubTransportConnection
    var reader: any HubTransportReader
    /// The beginning of a record that has not come whole.
    var records: HubRecordReader
    /// What came behind the handshake.
    var early: [UInt8]
    /// Whom to tell; `nil` when all has been told.
    var events: HubLink.Events?
    var liveness: LinkLiveness
    /// Numbers and keeps messages, with stateful reconnect.
    var session: StatefulSession?
    /// Why the reader is to end although its transport has not.
    var verdict: HubLink.Ending?
    /// Whether what had to be done before anybody else may use the link has just been done.
    var isNewlyPrepared = false
    /// Why nothing can be sent any more.
    var ended: HubLink.Ending?
    /// Whether more is queued on the transport than it has room for: then reading waits, because what is read may cause answers.
    var isClogged = false
    /// Senders that wait for an acknowledgement.
    private var waiters: [UInt64: CheckedContinuation<Void, Never>] = [:]
    private var lastWaiter: UInt64 = 0

    init(_ opening: HubOpening, _ liveness: LinkLiveness, _ session: StatefulSession? = nil) {
        transport = opening.transport
        reader = opening.reader
        records = opening.records
        early = opening.early
        self.liveness = liveness
        self.session = session
    }

    /// Whether messages reach the hub now.
    var isAttached: Bool { session?.isAttached ?? true }

    mutating func waiterNumber() -> UInt64 {
        lastWaiter += 1
        return lastWaiter
    }

    mutating func add(_ waiter: CheckedContinuation<Void, Never>, _ number: UInt64) { waiters[number] = waiter }

    mutating func removeWaiter(_ number: UInt64) -> CheckedContinuation<Void, Never>? {
        waiters.removeValue(forKey: number)
    }

    mutating func takeWaiters() -> [CheckedContinuation<Void, Never>] {
        defer { waiters = [:] }
        return Array(waiters.values)
    }
}
