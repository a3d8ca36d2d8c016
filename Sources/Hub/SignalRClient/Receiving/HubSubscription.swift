import Runtime
import SignalRProtocol

/// A place in the connection's routes. It leaves them when nobody holds it any more.
package final class HubSubscription: Sendable {
    private let channel: BoundedChannel<InvocationBatch>
    private let leave: @Sendable () -> Void

    init(channel: BoundedChannel<InvocationBatch>, leave: @escaping @Sendable () -> Void) {
        self.channel = channel
        self.leave = leave
    }

    deinit {
        channel.finish(droppingRest: true)
        leave()
    }

    /// What arrived together next; `nil` when the task is cancelled.
    package func next() async -> InvocationBatch? {
        do { return try await channel.next() } catch { return nil }
    }
}
