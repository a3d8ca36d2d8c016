extension DesktopNotifications {
    /// A popup as the running notification server knows it; means nothing to the next one.
    package struct ID: Sendable, Hashable {
        /// Never 0: in a call that means a popup of its own.
        package let number: UInt32

        /// One that a server has given before; of another server it names another popup, or none.
        package init(number: UInt32) { self.number = number }
    }

    /// The numbers of the notification protocol's `urgency` hint.
    package enum Urgency: UInt8, Sendable {
        case low, normal, critical
    }

    /// What to show; texts are plain, markup is escaped here.
    package struct Content: Sendable {
        /// One line, the protocol's `summary`; never markup.
        package var title: String
        /// May have several lines; escaped only for a server that reads markup.
        package var body: String
        /// Key and label; the key "default" is a click on the popup itself.
        package var actions: [(key: String, label: String)] = []
        /// `critical` stays until the person has closed it, on most desktops.
        package var urgency = Urgency.normal
        /// `nil` leaves it to the desktop.
        package var lifetime: Duration?
        /// A name of the desktop's icon theme or a file's complete path; empty for none.
        package var icon = ""
        /// The protocol's `category`, such as `x-vendor.class`, by which desktops tell popups apart; `nil` for none.
        package var category: String?
        /// A web address; shown as its host's name below the body by desktops that show links. On others a click on the popup asks
        /// for it, with ``DesktopNotifications/clickKey``: whoever showed it opens it then.
        package var link: String?
        /// What desktops that show the click on the popup as a button write on it.
        package var linkLabel = "Open"
        /// The name of the sender's desktop entry, without `.desktop`; `nil` for a sender without one.
        package var desktopEntry: String?

        /// A popup of normal urgency with nothing but text; the rest is set on it.
        package init(title: String, body: String) {
            self.title = title
            self.body = body
        }
    }

    /// What came back about a popup, perhaps another application's.
    package enum Event: Sendable, Equatable {
        /// The person chose the action with this key; "default" is a click on the popup.
        case actionInvoked(ID, key: String)
        /// The popup is gone, and its id means nothing any more.
        case closed(ID, Reason)
        /// Another notification server runs now: earlier ids mean nothing to it.
        case serverChanged
    }

    /// Why a popup is gone, in the numbers of the protocol's `NotificationClosed`.
    package enum Reason: UInt32, Sendable {
        /// Its lifetime was over.
        case expired = 1
        /// The person closed it.
        case dismissed = 2
        /// Somebody called `CloseNotification`.
        case closedByCall = 3
        /// The server's word for the rest, and ours for numbers that the protocol doesn't know.
        case undefined = 4
    }
}
