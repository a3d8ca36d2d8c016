import HTTPClient
import Settings
import Store
import Systemd
import TextFormats

/// Popups of the session that the program runs in.
struct DesktopSettings: TargetSettings {
    static let word = "desktop"
    static let help = "A popup on this machine."
    static let looks: [AlertStyle.Key] = [.title, .urgency, .icon, .link]
    /// A desktop has icons and fetches none.
    static var icons: TextFormat<String> { .iconName }
    static let questions: [TargetQuestion] = []
    static let window = 1
    // The notification server has a number for what it shows, and says when a person clicks or closes it.
    static let taken = Proof.delivered
    static let utmost = Proof.seen
    var edits: Bool { true }

    init() {}

    init(reading reader: inout SettingsReader) {}

    func target(named name: String, by tools: TargetTools) -> any AlertTarget {
        DesktopTarget(name: name, bus: tools.bus)
    }
}
