import Runtime

/// The way into a target's lane for deliveries that are born with their first attempt marked: in the commit that causes them,
/// so that a lane which has nothing else to do sends without another commit.
///
/// The lane opens it while it works and closes it when it fails or ends. A door that is shut costs nothing but that commit.
package final class LaneDoor: Sendable {
    /// Marked deliveries of the target at most, while another one may be born marked.
    package let limit: Int
    /// What will be sent, for targets whose bytes are stored with the mark; called inside the commit. `nil` for others.
    let body: (@Sendable (DeliveryWork) -> [UInt8]?)?
    private let state = Lock(false)

    /// - Parameters:
    ///   - limit: 1 for targets that can't tell a repeat.
    ///   - body: gives the bytes to store; quick, and without side effects.
    package init(limit: Int, body: (@Sendable (DeliveryWork) -> [UInt8]?)?) {
        self.limit = limit
        self.body = body
    }

    package var isOpen: Bool { state.withLock { $0 } }

    /// Opens or shuts it. What a commit under way has marked already comes through nevertheless.
    package func set(open: Bool) { state.withLock { $0 = open } }
}

extension LaneDoor: Hashable {
    package static func == (left: LaneDoor, right: LaneDoor) -> Bool { left === right }

    package func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
