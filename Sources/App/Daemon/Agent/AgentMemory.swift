import JSON
import Relay
import Store
import Systemd
package import Values

/// What an agent must not forget: what it has shown, and what its watcher was not told yet.
package struct AgentMemory: Sendable, Equatable {
    /// On the screen, as far as the notification server has said.
    struct Shown: Sendable, Equatable {
        let id: DesktopNotifications.ID
        let delivery: String
        let alerts: [String]
        let link: String?
        let canBeApproved: Bool
    }

    /// Popups of ``run``, the newest last.
    private(set) var screen: [Shown] = []
    /// The notification server that numbered them, and its start; `nil` until it is known.
    private var run: String?
    /// Identities of popups, the newest last.
    private(set) var shown: [String] = []
    /// Alerts that a person has seen, in order, of which the watcher does not know.
    private(set) var unsent: [String] = []
    /// Alerts whose chores a person has approved, in order, of which the watcher does not know.
    private(set) var unsentApprovals: [String] = []

    /// A repeat comes soon; what is older nobody sends again.
    private static let mostShown = 500
    private static let mostOnScreen = 64
    /// The keys of some days.
    private static let mostUnsent = 2_000
    /// In one message.
    static let batch = 100

    package init() {}

    /// Whether the watcher knows all of it.
    var isAllSent: Bool { unsent.isEmpty && unsentApprovals.isEmpty }

    mutating func wasShown(_ popup: Popup, as id: DesktopNotifications.ID) {
        screen.removeAll { $0.id == id || $0.delivery == popup.delivery }
        screen.append(
            Shown(
                id: id, delivery: popup.delivery, alerts: popup.alerts, link: popup.link,
                canBeApproved: popup.approveLabel != nil))
        screen.removeFirst(max(0, screen.count - Self.mostOnScreen))
        shown.removeAll { $0 == popup.delivery }
        shown.append(popup.delivery)
        shown.removeFirst(max(0, shown.count - Self.mostShown))
    }

    /// What another run numbered means nothing any more.
    ///
    /// - Returns: Whether anything was new.
    mutating func found(run: String?) -> Bool {
        guard run != self.run else { return false }
        if self.run != nil { screen = [] }
        self.run = run
        return true
    }

    mutating func serverChanged() { (run, screen) = (nil, []) }

    /// It is on the screen no longer.
    mutating func take(_ id: DesktopNotifications.ID) -> Shown? {
        screen.firstIndex { $0.id == id }.map { screen.remove(at: $0) }
    }

    mutating func wereSeen(_ alerts: [String]) {
        unsent += alerts.filter { !unsent.contains($0) }
        unsent.removeFirst(max(0, unsent.count - Self.mostUnsent))
    }

    mutating func wasApproved(_ alert: String) {
        if !unsentApprovals.contains(alert) { unsentApprovals.append(alert) }
        unsentApprovals.removeFirst(max(0, unsentApprovals.count - Self.batch))
    }

    mutating func wasSent(approved alert: String) { unsentApprovals.removeAll { $0 == alert } }

    mutating func wereSent(_ alerts: [String]) { unsent.removeAll { alerts.contains($0) } }

    // MARK: In a file

    /// As its file has it.
    var json: JSONValue {
        [
            "shown": .array(shown.map { .string($0) }), "unsent": .array(unsent.map { .string($0) }),
            "approved": .array(unsentApprovals.map { .string($0) }), "run": run.map { .string($0) } ?? nil,
            "screen": .array(screen.map(\.json)),
        ]
    }

    init(_ node: JSONNode) throws(JSONError) {
        func texts(_ name: String) throws(JSONError) -> [String] {
            var texts: [String] = []
            for element in try node.optional(name)?.elements() ?? [] { texts.append(try element.string()) }
            return texts
        }
        shown = try texts("shown").suffix(Self.mostShown)
        unsent = try texts("unsent").suffix(Self.mostUnsent)
        unsentApprovals = try texts("approved").suffix(Self.batch)
        run = try node.optional("run")?.string()
        // Whose numbers these are has to be known.
        guard run != nil, let popups = try node.optional("screen") else { return }
        var screen: [Shown] = []
        for popup in try popups.elements() { screen.append(try Shown(popup)) }
        self.screen = screen.suffix(Self.mostOnScreen)
    }

    /// One that cannot be read, or that others may have written, is begun anew: what was shown may be shown again, and what was
    /// clicked and not told yet has to be clicked again.
    package init(file path: String) {
        guard let bytes = try? PrivateFile.read(path, limit: 1 << 20), let value = try? JSONValue(parsing: bytes),
            let memory = try? AgentMemory(JSONNode(value))
        else { return }
        self = memory
    }

    /// - Throws: what the disk says.
    package func write(to path: String) throws(SystemError) {
        try PrivateFile.replace(path, with: Array(json.description.utf8))
    }
}

extension AgentMemory.Shown {
    fileprivate var json: JSONValue {
        [
            "number": .number(JSONNumberText(Int(id.number))), "delivery": .string(delivery),
            "alerts": .array(alerts.map { .string($0) }), "link": link.map { .string($0) } ?? nil,
            "approve": .bool(canBeApproved),
        ]
    }

    fileprivate init(_ node: JSONNode) throws(JSONError) {
        id = DesktopNotifications.ID(number: UInt32(clamping: try node.required("number").int()))
        delivery = try node.required("delivery").string()
        var texts: [String] = []
        for alert in try node.required("alerts").elements() { texts.append(try alert.string()) }
        alerts = texts
        link = try node.optional("link")?.string()
        canBeApproved = try node.required("approve").bool()
    }
}
