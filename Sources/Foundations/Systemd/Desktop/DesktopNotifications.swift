import Values

/// Popups on the user's desktop, by the freedesktop notification protocol.
package struct DesktopNotifications: Sendable {
    private static let service = "org.freedesktop.Notifications"
    private static let path = "/org/freedesktop/Notifications"
    /// The key of the action that is a click on the popup itself.
    package static let clickKey = "default"
    private let bus: SessionBus
    private let application: String

    /// - Parameter application: what the desktop shows as the sender, and may group popups by.
    package init(bus: SessionBus, application: String) {
        self.bus = bus
        self.application = application
    }

    /// What the desktop can do: "actions", "body-markup", "persistence", …; of one that may read markup without saying so
    /// `hiddenMarkup` beside.
    package func capabilities() async throws -> Set<String> {
        let words = Set(try await call("GetCapabilities").first?.items?.compactMap(\.text) ?? [])
        guard !words.contains("body-markup"), try await name() == "dunst" else { return words }
        return words.union([Self.hiddenMarkup])
    }

    /// The server's own; `nil` of one that does not tell it.
    private func name() async throws -> String? {
        do {
            return try await call("GetServerInformation").first?.text
        } catch BusError.remote {
            return nil
        }
    }

    /// No word of the protocol's: a dunst whose configuration does not name `markup` reads it and announces nothing, as one does
    /// whose configuration says `no`.
    static let hiddenMarkup = "x-pocketbell-hidden-markup"

    /// The server that runs: another word for each start of it, on each bus. Numbers of popups mean something together with it alone.
    package func run() async throws -> String {
        let daemon = "org.freedesktop.DBus"
        func ask(_ method: String, _ arguments: [BusValue] = []) async throws -> String {
            let call = BusCall(daemon, path: "/org/freedesktop/DBus", interface: daemon, method, arguments)
            guard let word = try await bus.call(call, timeout: .seconds(3)).first?.text else {
                throw BusError.invalid("\(method) answered without a text")
            }
            return word
        }
        return try await "\(ask("GetId")) \(ask("GetNameOwner", [.string(Self.service)]))"
    }

    /// Shows a popup, or changes one that is shown.
    ///
    /// - Parameter capabilities: as from ``capabilities()``; they decide about escaping and actions.
    /// - Throws: ``BusError``. Without a display a desktop's server may fail to start under any remote name.
    package func show(_ content: Content, replacing old: ID? = nil, capabilities: Set<String>) async throws -> ID {
        let arguments = Self.arguments(content, of: application, replacing: old, capabilities)
        let answer = try await call("Notify", arguments)
        guard let number = answer.first?.number else { throw BusError.invalid("Notify answered without an id") }
        return ID(number: number)
    }

    /// Of `Notify`, in the protocol's order.
    static func arguments(
        _ content: Content, of application: String, replacing old: ID?, _ capabilities: Set<String>
    ) -> [BusValue] {
        let actions = capabilities.contains("actions") ? actions(of: content, capabilities) : []
        let milliseconds = content.lifetime.map {
            Int32(clamping: $0.components.seconds * 1_000 + $0.components.attoseconds / 1_000_000_000_000_000)
        }
        return [
            .string(application), .uint32(old?.number ?? 0), .string(plain(content.icon)),
            .string(plain(content.title)), .string(body(of: content, capabilities)), .strings(actions),
            .options(hints(of: content)), .int32(milliseconds ?? -1),
        ]
    }

    /// A server that shows links opens them itself; elsewhere a click on the popup does.
    private static func actions(of content: Content, _ capabilities: Set<String>) -> [String] {
        let click = content.link == nil || showsLinks(capabilities) ? [] : [(key: clickKey, label: content.linkLabel)]
        return (click + content.actions).flatMap { [$0.key, $0.label] }
    }

    private static func showsLinks(_ capabilities: Set<String>) -> Bool {
        capabilities.isSuperset(of: ["body-markup", "body-hyperlinks"])
    }

    private static func hints(of content: Content) -> [String: BusValue] {
        var hints = ["urgency": BusValue.byte(content.urgency.rawValue)]
        if let category = content.category { hints["category"] = .string(plain(category)) }
        if let entry = content.desktopEntry { hints["desktop-entry"] = .string(plain(entry)) }
        return hints
    }

    /// The text, and the link where it would be one.
    static func body(of content: Content, _ capabilities: Set<String>) -> String {
        let text = plain(content.body)
        guard capabilities.contains("body-markup") else {
            return capabilities.contains(hiddenMarkup) ? unmarked(text) : text
        }
        guard let link = content.link.map(plain), showsLinks(capabilities),
            let host = link.split(separator: "/").dropFirst().first
        else { return escaped(text) }
        let address = escaped(link).replacing(text: "\"", with: "&quot;")
        return "\(escaped(text))\n<a href=\"\(address)\">\(escaped(String(host)))</a>"
    }

    /// Takes a popup away; ``Event/closed(_:_:)`` with ``Reason/closedByCall`` follows.
    ///
    /// - Throws: ``BusError``; the protocol lets a server answer with an error when the popup is gone already.
    package func close(_ id: ID) async throws {
        _ = try await call("CloseNotification", [.uint32(id.number)])
    }

    /// What people and the desktop do, for all applications' popups: compare ids.
    ///
    /// After ``Event/serverChanged`` ids begin again, so forget those you have.
    package func events() -> AsyncStream<Event> {
        let matches = [
            BusMatch(path: Self.path, interface: Self.service),
            BusMatch(sender: "org.freedesktop.DBus", interface: "org.freedesktop.DBus", name: "NameOwnerChanged"),
        ]
        return bus.events(matches) { event in
            switch event {
            case .reconnected: .serverChanged
            case .signal(let signal): Self.event(signal)
            }
        }
    }

    static func event(_ signal: BusSignal) -> Event? {
        if signal.name == "NameOwnerChanged" {
            return signal.arguments.first?.text == service ? .serverChanged : nil
        }
        guard let number = signal.arguments.first?.number, signal.arguments.count == 2 else { return nil }
        switch signal.name {
        case "ActionInvoked": return signal.arguments[1].text.map { .actionInvoked(ID(number: number), key: $0) }
        case "NotificationClosed":
            return .closed(
                ID(number: number), signal.arguments[1].number.flatMap { Reason(rawValue: $0) } ?? .undefined)
        default: return nil
        }
    }

    /// The protocol's markup is a small part of HTML. By code points: '<' with a combining accent is one Character, yet
    /// still opens a tag.
    static func escaped(_ text: String) -> String {
        text.unicodeScalars.reduce(into: "") { result, scalar in
            switch scalar {
            case "&": result += "&amp;"
            case "<": result += "&lt;"
            case ">": result += "&gt;"
            default: result.unicodeScalars.append(scalar)
            }
        }
    }

    /// For one that may or may not read markup: nothing of it is any, and it looks the same to people either way.
    static func unmarked(_ text: String) -> String {
        text.unicodeScalars.reduce(into: "") { result, scalar in
            switch scalar {
            // With something unseen behind it no name of a character follows.
            case "&": result += "&\u{2060}"
            case "<": result += "\u{2039}"
            case ">": result += "\u{203A}"
            default: result.unicodeScalars.append(scalar)
            }
        }
    }

    /// Without control characters: D-Bus refuses NUL, and a popup has no use for the others.
    static func plain(_ text: String) -> String {
        var scalars = String.UnicodeScalarView()
        scalars.append(
            contentsOf: text.unicodeScalars.filter {
                $0 == "\n" || $0 == "\t" || $0.properties.generalCategory != .control
            })
        return String(scalars)
    }

    private func call(_ method: String, _ arguments: [BusValue] = []) async throws -> [BusValue] {
        try await bus.call(
            BusCall(Self.service, path: Self.path, interface: Self.service, method, arguments), timeout: .seconds(3))
    }
}
