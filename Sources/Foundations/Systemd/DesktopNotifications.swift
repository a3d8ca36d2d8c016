/// Popups on the user's desktop, by the freedesktop notification protocol.
package struct DesktopNotifications: Sendable {
    package struct ID: Sendable, Hashable {
        package let number: UInt32
    }

    package enum Urgency: UInt8, Sendable {
        case low, normal, critical
    }

    /// What to show; texts are plain, markup is escaped here.
    package struct Content: Sendable {
        package var title: String
        package var body: String
        /// Key and label; the key "default" is a click on the popup itself.
        package var actions: [(key: String, label: String)] = []
        package var urgency = Urgency.normal
        /// `nil` leaves it to the desktop.
        package var lifetime: Duration?

        package init(title: String, body: String) {
            self.title = title
            self.body = body
        }
    }

    package enum Event: Sendable, Equatable {
        case actionInvoked(ID, key: String)
        case closed(ID, Reason)
        /// Another notification server runs now: earlier ids mean nothing to it.
        case serverChanged
    }

    package enum Reason: UInt32, Sendable {
        case expired = 1
        case dismissed = 2
        case closedByCall = 3
        case undefined = 4
    }

    private static let service = "org.freedesktop.Notifications"
    private static let path = "/org/freedesktop/Notifications"
    private let bus: SessionBus
    private let application: String

    package init(bus: SessionBus, application: String) {
        self.bus = bus
        self.application = application
    }

    /// What the desktop can do: "actions", "body-markup", "persistence", …
    package func capabilities() async throws -> Set<String> {
        Set(try await call("GetCapabilities").first?.items?.compactMap(\.text) ?? [])
    }

    /// Shows a popup, or changes one that is shown.
    ///
    /// - Parameter capabilities: as from ``capabilities()``; they decide about escaping and actions.
    package func show(_ content: Content, replacing old: ID? = nil, capabilities: Set<String>) async throws -> ID {
        let body = capabilities.contains("body-markup") ? Self.escaped(content.body) : content.body
        let actions = capabilities.contains("actions") ? content.actions.flatMap { [$0.key, $0.label] } : []
        let milliseconds = content.lifetime.map {
            Int32(clamping: $0.components.seconds * 1_000 + $0.components.attoseconds / 1_000_000_000_000_000)
        }
        let answer = try await call(
            "Notify",
            [
                .string(application), .uint32(old?.number ?? 0), .string(""), .string(content.title), .string(body),
                .strings(actions),
                .options(["urgency": .byte(content.urgency.rawValue)]), .int32(milliseconds ?? -1),
            ])
        guard let number = answer.first?.number else { throw BusError.invalid("Notify answered without an id") }
        return ID(number: number)
    }

    package func close(_ id: ID) async throws {
        _ = try await call("CloseNotification", [.uint32(id.number)])
    }

    /// What people and the desktop do, for all applications' popups: compare ids.
    package func events() -> AsyncStream<Event> {
        let signals = bus.signals(BusMatch(path: Self.path, interface: Self.service))
        let owners = bus.signals(
            BusMatch(sender: "org.freedesktop.DBus", interface: "org.freedesktop.DBus", name: "NameOwnerChanged"))
        let (stream, continuation) = AsyncStream.makeStream(of: Event.self, bufferingPolicy: .bufferingNewest(64))
        let pump = Task {
            await withTaskGroup(of: Void.self) { group in
                group.addTask {
                    for await signal in signals { if let event = Self.event(signal) { continuation.yield(event) } }
                }
                group.addTask {
                    for await change in owners where change.arguments.first?.text == Self.service {
                        continuation.yield(.serverChanged)
                    }
                }
            }
            continuation.finish()
        }
        continuation.onTermination = { _ in pump.cancel() }
        return stream
    }

    static func event(_ signal: BusSignal) -> Event? {
        guard let number = signal.arguments.first?.number, signal.arguments.count == 2 else { return nil }
        switch signal.name {
        case "ActionInvoked": return signal.arguments[1].text.map { .actionInvoked(ID(number: number), key: $0) }
        case "NotificationClosed":
            return .closed(
                ID(number: number), signal.arguments[1].number.flatMap { Reason(rawValue: $0) } ?? .undefined)
        default: return nil
        }
    }

    /// The protocol's markup is a small part of HTML.
    static func escaped(_ text: String) -> String {
        text.reduce(into: "") { result, character in
            switch character {
            case "&": result += "&amp;"
            case "<": result += "&lt;"
            case ">": result += "&gt;"
            default: result.append(character)
            }
        }
    }

    private func call(_ method: String, _ arguments: [BusValue] = []) async throws -> [BusValue] {
        try await bus.call(
            BusCall(Self.service, path: Self.path, interface: Self.service, method, arguments), timeout: .seconds(3))
    }
}
