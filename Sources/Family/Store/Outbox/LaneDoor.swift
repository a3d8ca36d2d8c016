import Runtime
package import SQLite

/// The way into a target's lane for deliveries that are born with their first attempt marked: in the commit that causes them,
/// so that a lane which has nothing else to do sends without another commit, and without a look at the outbox.
///
/// The lane opens it while it works and shuts it when it fails or ends. A door that is shut costs nothing but that commit and
/// that look.
///
/// It decides how a marked delivery comes into the lane: handed over, or found by a look, but not both. What it does not let in
/// is on the disk, and found by the look that follows each commit with alerts.
package final class LaneDoor: Sendable {
    private struct State {
        /// Wakes the lane; `nil` while the door is shut.
        var ring: (@Sendable () -> Void)?
        /// Handed over, in order, and not taken yet; all are marked, so there are ``limit`` at most.
        var arrived: [DeliveryWork] = []
        /// The newest that the lane has taken or found.
        var claimed = DeliveryRow.Number(rawValue: 0)
    }

    /// Marked deliveries of the target at most, while another one may be born marked.
    package let limit: Int
    /// What will be sent, for targets whose bytes are stored with the mark; called inside the commit. `nil` for others.
    let body: (@Sendable (DeliveryWork) -> [UInt8]?)?
    private let state = Lock(State())

    /// - Parameters:
    ///   - limit: 1 for targets that can't tell a repeat.
    ///   - body: gives the bytes to store; quick, and without side effects.
    package init(limit: Int, body: (@Sendable (DeliveryWork) -> [UInt8]?)?) {
        self.limit = limit
        self.body = body
    }

    /// May change right after the answer: what is let in is decided again when it comes.
    package var isOpen: Bool { state.withLock { $0.ring != nil } }

    /// - Parameter ring: wakes the lane, which then takes what has arrived; called on the store's thread.
    package func open(_ ring: @escaping @Sendable () -> Void) { state.withLock { $0.ring = ring } }

    /// What has been marked already, or is by a commit under way, is left to a look.
    package func shut() {
        state.withLock { state in
            state.ring = nil
            state.arrived = []
        }
    }

    /// Lets in what a look has not found yet, unless it would pass one that was marked before it and did not come in.
    func letIn(_ work: DeliveryWork, behind previous: DeliveryRow.Number?) {
        state.withLock { state in
            let newest = state.arrived.last?.delivery.number ?? state.claimed
            guard state.ring != nil, work.delivery.number > newest else { return }
            if let previous, previous > newest { return }
            state.arrived.append(work)
        }
    }

    func ring() { state.withLock { $0.ring }?() }

    /// What has arrived is the lane's from now on.
    package func take() -> [DeliveryWork] {
        state.withLock { state in
            defer { state.arrived = [] }
            state.claimed = state.arrived.last?.delivery.number ?? state.claimed
            return state.arrived
        }
    }

    /// A look has found this one, and whatever was marked before it: they are not to come a second time.
    package func claim(upTo number: DeliveryRow.Number) {
        state.withLock { state in
            state.claimed = max(state.claimed, number)
            state.arrived.removeAll { $0.delivery.number <= number }
        }
    }
}

extension LaneDoor: Hashable {
    /// The same door, not an equal one: a plan with two doors into one lane would be two plans.
    package static func == (left: LaneDoor, right: LaneDoor) -> Bool { left === right }

    /// By identity, as `==`.
    package func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

/// A delivery whose first attempt is marked in the commit that causes it. Once that is on the disk, it goes straight to its lane.
package struct BornDelivery: Sendable {
    /// As its row is.
    package let work: DeliveryWork
    /// The newest of the target that was marked before it and has no recorded outcome: that one goes first.
    let previous: DeliveryRow.Number?
    let door: LaneDoor
}

extension [BornDelivery] {
    /// Hands over what one commit bore. Call it once that is on the disk, and before any later write returns: a lane that ends
    /// or begins anew takes back what is marked with such a write, and nothing that was marked before it may arrive afterwards.
    package func handOver() {
        for delivery in self { delivery.door.letIn(delivery.work, behind: delivery.previous) }
        for door in Set(map(\.door)) { door.ring() }
    }
}

extension Store {
    /// As `write`, for a body that causes alerts: what it says was born marked is handed over to the lanes as soon as it is on the
    /// disk.
    package func writeAlerts<Success: Sendable>(
        _ name: StaticString = #function,
        _ body: @escaping @Sendable (borrowing WriteTransaction) throws -> (result: Success, born: [BornDelivery])
    ) async throws(StoreError) -> Success {
        try await write(name, onCommit: { $0.born.handOver() }, body).result
    }
}
