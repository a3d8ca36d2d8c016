import Relay
import Systemd

/// Decides what an agent does about what its watcher tells and what a person does at the desktop. A pure value.
struct AgentMachine: Sendable, Equatable {
    enum Effect: Sendable, Equatable {
        case show(Popup)
        /// To the watcher, about a popup that it has just sent.
        case answer(delivery: String, isShown: Bool)
        case open(String)
        case close(DesktopNotifications.ID)
        /// The memory is another than before, and has to be on the disk before what follows.
        case remember
        /// The watcher is to be told what was seen.
        case report
    }

    /// On the screen, as far as the notification server has said.
    private struct Shown: Equatable {
        let id: DesktopNotifications.ID
        let delivery: String
        let alerts: [String]
        let link: String?
        let canBeApproved: Bool
    }

    /// The key of the button by which a person says that it was read.
    static let seenKey = "seen"
    private static let mostOnScreen = 64

    private(set) var memory: AgentMemory
    private var screen: [Shown] = []

    init(_ memory: AgentMemory) { self.memory = memory }

    // MARK: From the watcher

    mutating func came(_ popup: Popup) -> [Effect] {
        // A repeat, since the answer was lost: it is or was on the screen.
        memory.shown.contains(popup.delivery)
            ? [.answer(delivery: popup.delivery, isShown: true)] : [.show(popup)]
    }

    /// Somebody has seen these at another desk.
    mutating func seenElsewhere(_ alerts: [String]) -> [Effect] {
        let gone = screen.filter { !$0.alerts.isEmpty && Set($0.alerts).isSubset(of: alerts) }
        screen.removeAll { gone.contains($0) }
        return gone.map { .close($0.id) }
    }

    /// The watcher knows now that a person has approved this, or takes it from nobody here.
    mutating func reported(approved alert: String) -> [Effect] {
        memory.wasSent(approved: alert)
        return [.remember]
    }

    /// The watcher knows now that these were seen.
    mutating func reported(_ alerts: [String]) -> [Effect] {
        memory.wereSent(alerts)
        return [.remember]
    }

    // MARK: From the desktop

    mutating func shown(_ popup: Popup, as id: DesktopNotifications.ID) -> [Effect] {
        screen.removeAll { $0.id == id || $0.delivery == popup.delivery }
        screen.append(
            Shown(
                id: id, delivery: popup.delivery, alerts: popup.alerts, link: popup.link,
                canBeApproved: popup.approveLabel != nil))
        screen.removeFirst(max(0, screen.count - Self.mostOnScreen))
        memory.wasShown(popup.delivery)
        return [.remember, .answer(delivery: popup.delivery, isShown: true)]
    }

    mutating func happened(_ event: DesktopNotifications.Event) -> [Effect] {
        switch event {
        case .actionInvoked(let id, let key):
            guard let popup = take(id) else { return [] }
            if key == Popup.approveKey, popup.canBeApproved, let alert = popup.alerts.first {
                memory.wasApproved(alert)
            }
            let opening: [Effect] =
                key == DesktopNotifications.clickKey ? popup.link.map { [.open($0)] } ?? [] : []
            return opening + [.close(id)] + seen(popup)
        case .closed(let id, .dismissed):
            return take(id).map { seen($0) } ?? []
        case .closed(let id, .expired), .closed(let id, .closedByCall), .closed(let id, .undefined):
            // Nobody has to have looked.
            _ = take(id)
            return []
        case .serverChanged:
            screen = []
            return []
        }
    }

    private mutating func take(_ id: DesktopNotifications.ID) -> Shown? {
        guard let index = screen.firstIndex(where: { $0.id == id }) else { return nil }
        return screen.remove(at: index)
    }

    private mutating func seen(_ popup: Shown) -> [Effect] {
        memory.wereSeen(popup.alerts)
        return [.remember, .report]
    }
}
