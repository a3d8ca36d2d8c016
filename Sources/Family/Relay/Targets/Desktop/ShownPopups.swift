import Runtime
import Store
import Systemd

/// What a target has put on this session's screen: a reload makes another target, and leaves the popups where they are.
final class ShownPopups: Sendable {
    /// The server's number, the identity of the delivery, where a click leads, and what it tells of.
    struct Popup: Sendable {
        let delivery: String
        let id: DesktopNotifications.ID
        let link: String?
        let alerts: [AlertRow.Key]
        let canBeApproved: Bool
    }

    private struct State {
        var popups: [Popup] = []
        /// What was told of clicks, which is told once.
        var told: [String] = []
    }

    private static let remembered = 64

    let target: String
    private let state = Lock(State())

    init(at target: String) { self.target = target }

    var popups: [Popup] { state.withLock { $0.popups } }

    /// `nil` of another application's popup.
    subscript(id: DesktopNotifications.ID) -> Popup? { popups.first { $0.id == id } }

    func remember(_ popup: Popup) {
        state.withLock { state in
            state.popups.removeAll { $0.delivery == popup.delivery || $0.id == popup.id }
            state.popups = (state.popups + [popup]).suffix(Self.remembered)
        }
    }

    /// What another notification server showed means nothing to this one.
    func forget() { state.withLock { $0.popups = [] } }

    func wasTold(_ notice: String) -> Bool { state.withLock { $0.told.contains(notice) } }

    func tell(_ notice: String) { state.withLock { $0.told = ($0.told + [notice]).suffix(Self.remembered) } }
}
