/// A method call: whom, what, with what.
package struct BusCall: Sendable, Equatable {
    /// A bus name, such as `org.freedesktop.Notifications`; D-Bus may start the service that owns it.
    package var destination: String
    /// The object's path; begins with a slash. A bad one fails the call with ``BusError/invalid(_:)``.
    package var path: String
    /// Dotted, at least two parts; often the same text as the destination.
    package var interface: String
    /// The member of the interface, such as `Notify`.
    package var method: String
    /// In order; their signatures together must be the method's, or the other side refuses the call.
    package var arguments: [BusValue]

    /// A call without anything sent yet: ``SessionBus/call(_:timeout:)`` does that.
    package init(_ destination: String, path: String, interface: String, _ method: String, _ arguments: [BusValue] = [])
    {
        self.destination = destination
        self.path = path
        self.interface = interface
        self.method = method
        self.arguments = arguments
    }
}
