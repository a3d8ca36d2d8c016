import Runtime
import Synchronization

/// A connection to the user's D-Bus session bus, on a thread of its own.
///
/// The connection opens in the background and is opened again when the bus goes away (after 1 s, doubling to 30 s). While
/// it is down, calls fail at once with ``BusError/disconnected``. Subscriptions survive: they are made again on the new bus.
package final class SessionBus: Sendable {
    /// Whether calls can succeed.
    package enum State: Sendable, Equatable {
        /// The bus has answered and subscriptions are made.
        case connected
        /// Calls fail at once; the next try is under way or waits its 1 to 30 s.
        case disconnected
    }

    private let mailbox: Mailbox<BusRequest>
    private let thread: ServiceThread
    private let lastID = Atomic<UInt>(0)

    /// - Parameter address: such as "unix:path=/run/user/1000/bus"; `nil` takes `$DBUS_SESSION_BUS_ADDRESS`, else the
    ///   user's runtime folder. There need not be a bus.
    /// - Throws: ``BusError/exhausted(_:)`` when the system gives no thread or descriptor.
    package init(address: String? = nil) throws(BusError) {
        let alarm: EventDescriptor
        do throws(EventDescriptorError) {
            alarm = try EventDescriptor()
        } catch {
            throw .exhausted("no descriptor for the session bus (error \(error.code))")
        }
        let mailbox = Mailbox<BusRequest>(capacity: Self.capacity) { alarm.signal() }
        self.mailbox = mailbox
        do throws(ServiceThreadError) {
            thread = try ServiceThread(name: "session-bus") {
                BusThread(mailbox: mailbox, alarm: alarm, address: address).run()
            }
        } catch {
            throw .exhausted("no thread for the session bus (error \(error.code))")
        }
    }

    deinit {
        mailbox.push(.stop)
    }

    /// How many calls and subscriptions may wait for the thread; it takes all of them at once.
    private static let capacity = 256

    /// Ends the connection; what is in flight fails with ``BusError/disconnected``, streams end.
    package func close() async {
        mailbox.push(.stop)
        await thread.finished()
    }

    /// Calls a method and waits for its answer.
    ///
    /// - Parameter timeout: at least a millisecond; the other side may be hanging.
    /// - Throws: ``BusError``, or `CancellationError` when the task was cancelled; the answer is then thrown away.
    package func call(_ call: BusCall, timeout: Duration = .seconds(5)) async throws -> [BusValue] {
        let id = newID()
        let answer = Promise<[BusValue], any Error>()
        switch mailbox.offer(.call(id, call, timeout, answer)) {
        case .accepted: break
        case .full: throw BusError.overloaded
        case .closed: throw BusError.disconnected
        }
        guard let outcome = await answer.outcomeUnlessCancelled() else {
            mailbox.push(.cancel(id))
            throw CancellationError()
        }
        return try outcome.get()
    }

    /// Signals from now on. A reader that falls behind by 64 loses the oldest.
    package func signals(_ match: BusMatch) -> AsyncStream<BusSignal> {
        events([match]) { if case .signal(let signal) = $0 { signal } else { nil } }
    }

    /// What several matches bring, in the order in which the bus sent it, together with reconnections.
    ///
    /// - Parameter transform: picks what is wanted; called on the bus's thread, so it must be quick.
    package func events<Element: Sendable>(
        _ matches: [BusMatch], _ transform: @escaping @Sendable (BusEvent) -> Element?
    ) -> AsyncStream<Element> {
        let id = newID()
        let (stream, continuation) = AsyncStream.makeStream(of: Element.self, bufferingPolicy: .bufferingNewest(64))
        continuation.onTermination = { [mailbox] _ in mailbox.push(.unsubscribe(id)) }
        let subscription = BusSubscription(
            matches: matches, deliver: { if let element = transform($0) { continuation.yield(element) } },
            finish: { continuation.finish() })
        if mailbox.offer(.subscribe(id, subscription)) != .accepted { continuation.finish() }
        return stream
    }

    /// The connection's state, now and at every change.
    package func states() -> AsyncStream<State> {
        let id = newID()
        let (stream, continuation) = AsyncStream.makeStream(of: State.self, bufferingPolicy: .bufferingNewest(4))
        continuation.onTermination = { [mailbox] _ in mailbox.push(.unobserve(id)) }
        if mailbox.offer(.observe(id, continuation)) != .accepted { continuation.finish() }
        return stream
    }

    private func newID() -> UInt {
        lastID.wrappingAdd(1, ordering: .relaxed).newValue
    }
}
