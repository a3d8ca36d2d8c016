/// A signal that arrived.
package struct BusSignal: Sendable, Equatable {
    /// The object that sent it.
    package let path: String
    /// Where the name belongs: two interfaces may have a signal of one name.
    package let interface: String
    /// The signal's own name, such as `ActionInvoked`.
    package let name: String
    /// What it carries, from a stranger: check their number and kinds.
    package let arguments: [BusValue]
}

/// Which signals to receive; `nil` means any.
package struct BusMatch: Sendable, Equatable {
    /// A bus name; also a well-known one, whoever owns it.
    package var sender: String?
    /// The object's path, exactly.
    package var path: String?
    /// The only one that must be said, so that no match wakes us for the whole bus.
    package var interface: String
    /// The signal's own name, such as `NameOwnerChanged`.
    package var name: String?

    /// A match for every signal of the interface, unless more is said.
    package init(sender: String? = nil, path: String? = nil, interface: String, name: String? = nil) {
        self.sender = sender
        self.path = path
        self.interface = interface
        self.name = name
    }
}

/// What a subscription is told.
package enum BusEvent: Sendable, Equatable {
    case signal(BusSignal)
    /// The bus was away and is back: signals in between are lost, and whoever kept names or ids on it must look again.
    case reconnected
}
