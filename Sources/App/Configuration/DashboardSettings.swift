package import Settings
import TextFormats

/// The page that the running program serves to this machine.
package struct DashboardSettings: SettingsSection, Hashable {
    /// The port on 127.0.0.1 that browsers know unless a person says otherwise.
    package static let usualPort = 8_466

    /// Whether there is one.
    package let isServed: Bool
    /// On 127.0.0.1; another free one is taken where somebody else has it.
    package let port: Int

    /// Declares the keys.
    package init(reading reader: inout SettingsReader) {
        isServed = reader.value(
            "enabled", .boolean, default: "true",
            help:
                "Whether there is a page. It is for this machine alone, and for browsers that 'pocketbell open' has signed in."
        )
        port = reader.value(
            "port", .integer(in: 1...65_535), default: "\(Self.usualPort)",
            help: "Where it is on 127.0.0.1. Where another program has the port, any free one is taken.")
    }

    /// What applies without the section.
    package static let standard = DashboardSettings(isServed: true, port: usualPort)

    private init(isServed: Bool, port: Int) { (self.isServed, self.port) = (isServed, port) }
}
