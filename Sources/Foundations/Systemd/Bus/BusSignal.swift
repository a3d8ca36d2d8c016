/// A signal that arrived.
package struct BusSignal: Sendable, Equatable {
    package let path: String
    package let interface: String
    package let name: String
    package let arguments: [BusValue]
}

/// Which signals to receive; `nil` means any.
package struct BusMatch: Sendable, Equatable {
    package var sender: String?
    package var path: String?
    package var interface: String
    package var name: String?

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
