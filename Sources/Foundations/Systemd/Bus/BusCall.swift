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
