import Runtime
import SignalRProtocol

extension HubLink {
    private enum Written: Sendable {
        case done
        /// It is queued, and more than there is room for.
        case queued(on: any HubTransportConnection)
        /// It is not, because the hub has not confirmed enough of what was sent before.
        case blocked
        /// The link is to end.
        case hopeless
    }

    /// Sends a record, and waits while much is queued.
    ///
    /// Without a transport, while there may be a next one, it is kept for that.
    func send(_ message: HubMessage) async throws(HubError) {
        let record = message.record
        while true {
            switch try write(record, isTracked: message.isTrackable, isUrgent: false) {
            case .done: return
            case .queued(let transport):
                // It may have gone all the same.
                do { try await transport.waitForRoom() } catch {
                    if !isStateful { throw error.ofCall(mayHaveRun: true) }
                }
                return
            case .blocked: try await waitForAcknowledgement()
            case .hopeless:
                wake()
                return
            }
        }
    }

    /// Queues a small record without waiting: a cancellation, an answer, a ping.
    func post(_ message: HubMessage) {
        // Why it fails, the reader tells.
        switch try? write(message.record, isTracked: message.isTrackable, isUrgent: true) {
        case .queued: state.withLock { $0.isClogged = true }
        case .hopeless: wake()
        case .done, .blocked, nil: break
        }
    }

    /// Under one lock, so that records are numbered in the order in which they are queued. The transport only takes locks
    /// of its own meanwhile.
    private func write(_ record: [UInt8], isTracked: Bool, isUrgent: Bool) throws(HubError) -> Written {
        try state.withLock { state throws(HubError) in
            if case .lost(let error, _)? = state.ended { throw error }
            let isKept = isTracked && state.session != nil
            if isKept {
                if state.session?.isFull == true, !isUrgent { return .blocked }
                let isWanted = state.session?.send(record) == true
                // Urgent ones don't wait: a hub that asks much and confirms nothing must not fill this side's memory.
                if let session = state.session, session.keptBytes / 16 > session.limit {
                    state.verdict = .lost(.unconfirmed, allowsReconnect: true)
                    return .hopeless
                }
                guard isWanted else { return .done }
            }
            guard state.isAttached else { return .done }
            state.liveness.sent(now: .now)
            options.metrics?.sent.count(frames: 1, bytes: record.count)
            do throws(HubError) {
                return try state.transport.enqueue(record) ? .done : .queued(on: state.transport)
            } catch {
                // The next transport gets it; that this one is gone, the reader finds.
                if isKept { return .done }
                throw error
            }
        }
    }

    // MARK: Waiting

    /// - Throws: Why the link ended; ``HubError/cancelled``.
    private func waitForAcknowledgement() async throws(HubError) {
        let number = state.withLock { $0.waiterNumber() }
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let mustWait = state.withLock { state in
                    guard state.session?.isFull == true, state.ended == nil, !Task.isCancelled else { return false }
                    state.add(continuation, number)
                    return true
                }
                if !mustWait { continuation.resume() }
            }
        } onCancel: {
            state.withLock { $0.removeWaiter(number) }?.resume()
        }
        if Task.isCancelled { throw .cancelled }
    }

    /// Lets senders that wait for an acknowledgement look again.
    func resumeSenders() {
        for waiter in state.withLock({ $0.takeWaiters() }) { waiter.resume() }
    }

    /// Returns when what was queued beyond its room has gone, so that a hub that asks and does not read is not read from.
    func waitUntilClear() async {
        let transport = state.withLock { state -> (any HubTransportConnection)? in
            defer { state.isClogged = false }
            return state.isClogged ? state.transport : nil
        }
        // When it has ended, the reader finds out why.
        try? await transport?.waitForRoom()
    }
}
