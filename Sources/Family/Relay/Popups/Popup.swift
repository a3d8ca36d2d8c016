package import JSON
import Store
package import Systemd
import TextFormats

/// An alert as a popup, before anybody knows which notification server will show it: perhaps one on another machine.
package struct Popup: Sendable, Equatable {
    /// What its buttons say, in its reader's language.
    struct Labels: Sendable, Equatable {
        let open: String
        let seen: String
        /// `nil` where there is nothing to approve, or nobody may.
        var approve: String?
    }

    /// The same at every repeat.
    package let delivery: String
    /// The keys of the alerts that it tells of.
    package let alerts: [String]
    package let title: String
    let text: String
    let urgency: AlertStyle.Urgency
    /// A name or path; `nil` for PocketBell's own, wherever it is shown.
    let icon: String?
    let category: String
    /// A web address of ASCII alone.
    package let link: String?
    var labels: Labels
    /// On the button by which a person says that it was read.
    package var seenLabel: String { labels.seen }
    /// On the button by which a parent approves the chore that it tells of; `nil` for a popup without one.
    package var approveLabel: String? { labels.approve }
    /// The key of that button.
    package static let approveKey = "approve"

    /// More isn't read in a popup.
    private static let textLimit = TextLimit.bytes(1_000)
    /// Nor in its title: a rendered one with its remark is shorter.
    private static let titleLimit = TextLimit.utf16(300)
    /// Of a digest; no later alert is in one.
    private static let mostAlerts = 100

    /// - Parameter saysRepeat: whether whoever shows it cannot tell that it has shown it before.
    init(_ alert: RenderedAlert, saysRepeat: Bool = false) {
        delivery = alert.deliveryID
        alerts = (alert.digest?.members.map(\.facts.key) ?? [alert.facts.key]).suffix(Self.mostAlerts)
        title = alert.remark(aboutRepeats: saysRepeat).map { "\(alert.title) (\($0))" } ?? alert.title
        text = Self.textLimit.cut(alert.text)
        urgency = alert.urgency
        icon = alert.iconName
        category = "x-pocketbell.\(alert.facts.event.rawValue)"
        link = alert.link
        labels = Labels(
            open: alert.words.open, seen: alert.words.seen,
            approve: alert.waitsForApproval ? alert.words.approve : nil)
    }

    /// As it is shown where nobody may approve anything.
    var withoutApproval: Popup {
        var popup = self
        popup.labels.approve = nil
        return popup
    }

    /// As this machine's notification server shows it. Escaping is left to `DesktopNotifications`, which knows whether it reads
    /// markup.
    package func content(_ capabilities: Set<String>) -> DesktopNotifications.Content {
        let hasBody = capabilities.contains("body")
        var content = DesktopNotifications.Content(
            title: hasBody ? title : "\(title): \(UserText.singleLine(text))", body: hasBody ? text : "")
        content.urgency = DesktopNotifications.Urgency(urgency)
        content.icon = icon ?? DesktopFiles.icon
        content.category = category
        content.link = link
        content.linkLabel = labels.open
        content.desktopEntry = DesktopFiles.entry
        return content
    }
}

// MARK: On the wire

extension Popup {
    /// As an agent gets it.
    package var json: JSONValue {
        [
            "type": "popup", "delivery": .string(delivery), "alerts": .array(alerts.map { .string($0) }),
            "title": .string(title), "text": .string(text), "urgency": .string(urgency.rawValue),
            "icon": icon.map { .string($0) } ?? nil, "category": .string(category),
            "link": link.map { .string($0) } ?? nil,
            "labels": labels.json,
        ]
    }

    /// Reads what ``json`` wrote.
    package init(_ node: JSONNode) throws(JSONError) {
        delivery = try node.required("delivery").string()
        var alerts: [String] = []
        for alert in try node.required("alerts").elements() { alerts.append(try alert.string()) }
        self.alerts = Array(alerts.suffix(Self.mostAlerts))
        title = Self.titleLimit.cut(try node.required("title").string())
        text = Self.textLimit.cut(try node.required("text").string())
        // A word of a later version's is no reason to show nothing.
        urgency = AlertStyle.Urgency(rawValue: try node.required("urgency").string()) ?? .normal
        icon = try node.optional("icon")?.string()
        category = try node.required("category").string()
        // Whatever a watcher says, a click starts no other program than the browser.
        link = try node.optional("link")?.string().asLink
        let words = try node.required("labels")
        labels = Labels(
            open: try words.required("open").string(), seen: try words.required("seen").string(),
            // Who approves says which alert, so there has to be one.
            approve: self.alerts.count == 1 ? try words.optional("approve")?.string() : nil)
    }
}

extension String {
    /// `nil` for what a browser does not open, and for what no watcher sends.
    fileprivate var asLink: String? {
        isWebAddress && utf8.count <= AlertLink.limit && utf8.allSatisfy { 0x21...0x7E ~= $0 } ? self : nil
    }
}

extension Popup.Labels {
    fileprivate var json: JSONValue {
        guard let approve else { return ["open": .string(open), "seen": .string(seen)] }
        return ["open": .string(open), "seen": .string(seen), "approve": .string(approve)]
    }
}

extension DesktopNotifications.Urgency {
    fileprivate init(_ urgency: AlertStyle.Urgency) {
        self =
            switch urgency {
            case .low: .low
            case .normal: .normal
            case .high: .critical
            }
    }
}
