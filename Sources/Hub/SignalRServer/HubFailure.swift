/// A failure that a hub's method tells its caller in so many words. What else a method throws stays on the server.
package struct HubFailure: Error, Equatable, Sendable {
    package let text: String

    package init(_ text: String) {
        self.text = text
    }
}
