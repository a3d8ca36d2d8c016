import Synchronization

/// A connection to the user's D-Bus session bus, on a thread of its own.
///
/// The connection opens in the background and is opened again when the bus goes away (after 1 s, doubling to 30 s). While
/// it is down, calls fail at once with ``BusError/disconnected``. Subscriptions survive: they are made again on the new bus.
package final class SessionBus: Sendable {
    package enum State: Sendable, Equatable {
        case connected
        case disconnected
    }

    private let mailbox: BusMailbox

    /// - Parameter address: such as "unix:path=/run/user/1000/bus"; `nil` takes `$DBUS_SESSION_BUS_ADDRESS`.
    package init(address: String? = nil) {
        let mailbox = BusMailbox()
        self.mailbox = mailbox
        startThread(named: "session-bus") { BusThread(mailbox: mailbox, address: address).run() }
    }

    deinit {
        mailbox.close()
    }

    /// Calls a method and waits for its answer.
    ///
    /// - Parameter timeout: at least a millisecond; the other side may be hanging.
    /// - Throws: ``BusError``, or `CancellationError` when the task was cancelled; the answer is then thrown away.
    package func call(_ call: BusCall, timeout: Duration = .seconds(5)) async throws -> [BusValue] {
        let id = mailbox.newID()
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                if !mailbox.post(.call(id, call, timeout, continuation)) {
                    continuation.resume(throwing: BusError.disconnected)
                }
            }
        } onCancel: {
            mailbox.post(.cancel(id))
        }
    }

    /// Signals from now on. A reader that falls behind by 64 loses the oldest.
    package func signals(_ match: BusMatch) -> AsyncStream<BusSignal> {
        let id = mailbox.newID()
        let (stream, continuation) = AsyncStream.makeStream(of: BusSignal.self, bufferingPolicy: .bufferingNewest(64))
        continuation.onTermination = { [mailbox] _ in mailbox.post(.unsubscribe(id)) }
        if !mailbox.post(.subscribe(id, match, continuation)) { continuation.finish() }
        return stream
    }

    /// The connection's state, now and at every change.
    package func states() -> AsyncStream<State> {
        let id = mailbox.newID()
        let (stream, continuation) = AsyncStream.makeStream(of: State.self, bufferingPolicy: .bufferingNewest(4))
        continuation.onTermination = { [mailbox] _ in mailbox.post(.unobserve(id)) }
        if !mailbox.post(.observe(id, continuation)) { continuation.finish() }
        return stream
    }
}
