/// What a desktop does for programs that have no window of their own, by the protocol of xdg-desktop-portal.
package struct DesktopPortal: Sendable {
    private let bus: SessionBus

    /// - Parameter bus: of the session whose desktop is meant.
    package init(bus: SessionBus) { self.bus = bus }

    /// Opens a web address in the person's browser.
    ///
    /// - Throws: ``BusError``; a desktop without portals knows no such name. One that takes longer than three seconds opens it all the same.
    package func open(_ address: String) async throws {
        // There is no window that a question, which browser, would belong to.
        let arguments = [BusValue.string(""), .string(address), .options([:])]
        _ = try await bus.call(
            BusCall(
                "org.freedesktop.portal.Desktop", path: "/org/freedesktop/portal/desktop",
                interface: "org.freedesktop.portal.OpenURI", "OpenURI", arguments), timeout: .seconds(3))
    }
}
