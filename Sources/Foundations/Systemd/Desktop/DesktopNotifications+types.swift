extension DesktopNotifications {
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
}
