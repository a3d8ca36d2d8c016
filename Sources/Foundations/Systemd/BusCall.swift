/// A method call: whom, what, with what.
package struct BusCall: Sendable, Equatable {
    package var destination: String
    package var path: String
    package var interface: String
    package var method: String
    package var arguments: [BusValue]

    package init(_ destination: String, path: String, interface: String, _ method: String, _ arguments: [BusValue] = [])
    {
        self.destination = destination
        self.path = path
        self.interface = interface
        self.method = method
        self.arguments = arguments
    }
}

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
