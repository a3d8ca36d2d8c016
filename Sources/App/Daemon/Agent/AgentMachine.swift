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

    /// The key of the button by which a person says that it was read.
    static let seenKey = "seen"

    private(set) var memory: AgentMemory
    /// Until it is known which notification server runs, a number may be anybody's.
    private var knowsServer = false

    init(_ memory: AgentMemory) { self.memory = memory }

    // MARK: From the watcher

    mutating func came(_ popup: Popup) -> [Effect] {
        // A repeat, since the answer was lost: it is or was on the screen.
        memory.shown.contains(popup.delivery)
            ? [.answer(delivery: popup.delivery, isShown: true)] : [.show(popup)]
    }

    /// Somebody has seen these at another desk.
    mutating func seenElsewhere(_ alerts: [String]) -> [Effect] {
        let gone = memory.screen.filter { !$0.alerts.isEmpty && Set($0.alerts).isSubset(of: alerts) }
        guard !gone.isEmpty else { return [] }
        for popup in gone { _ = memory.take(popup.id) }
        return [.remember] + gone.map { .close($0.id) }
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
        memory.wasShown(popup, as: id)
        return [.remember, .answer(delivery: popup.delivery, isShown: true)]
    }

    /// - Parameter run: the notification server that runs, and its start; `nil` where it does not say.
    mutating func found(run: String?) -> [Effect] {
        knowsServer = true
        return memory.found(run: run) ? [.remember] : []
    }

    /// What a person has done is on the disk before anything else is tried.
    mutating func happened(_ event: DesktopNotifications.Event) -> [Effect] {
        switch event {
        case .actionInvoked(let id, let key):
            guard let popup = take(id) else { return [] }
            if key == Popup.approveKey, popup.canBeApproved, let alert = popup.alerts.first {
                memory.wasApproved(alert)
            }
            let opening: [Effect] =
                key == DesktopNotifications.clickKey ? popup.link.map { [.open($0)] } ?? [] : []
            return seen(popup) + opening + [.close(id)]
        case .closed(let id, .dismissed):
            return take(id).map { seen($0) } ?? []
        case .closed(let id, .expired), .closed(let id, .closedByCall), .closed(let id, .undefined):
            // Nobody has to have looked.
            return take(id) == nil ? [] : [.remember]
        case .serverChanged:
            memory.serverChanged()
            return [.remember]
        }
    }

    private mutating func take(_ id: DesktopNotifications.ID) -> AgentMemory.Shown? {
        knowsServer ? memory.take(id) : nil
    }

    private mutating func seen(_ popup: AgentMemory.Shown) -> [Effect] {
        memory.wereSeen(popup.alerts)
        return [.remember, .report]
    }
}
