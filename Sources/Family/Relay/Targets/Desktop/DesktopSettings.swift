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
    static let deduplicates = true
    /// A desktop has icons and fetches none.
    static var icons: TextFormat<String> { .iconName }
    static let questions: [TargetQuestion] = []
    static let window = 1
    // The notification server has a number for what it shows, and says when a person clicks or closes it.
    static let taken = Proof.delivered
    static let utmost = Proof.seen
    var edits: Bool { true }

    /// Whether popups have the button by which a chore is approved. Not unless somebody says so: whoever passes by the screen can
    /// click it.
    let approves: Bool
    /// By whose login; `nil`: the only parent's.
    let account: String?

    init() { (approves, account) = (false, nil) }

    init(reading reader: inout SettingsReader) {
        approves = reader.value(
            "approve", .boolean, default: "false",
            help:
                "Whether a popup about a chore that waits has a button that approves it: for a screen at which only parents sit."
        )
        account = Self.account(reading: &reader)
    }

    /// The key that all kinds with such a button have.
    static func account(reading reader: inout SettingsReader) -> String? {
        let account = reader.optional(
            "approve-as", .text,
            help: "The account by whose login a click approves. Left out: the only parent's that sees the child.")
        reader.refer("approve-as", to: "account")
        return account
    }

    func target(named name: String, by tools: TargetTools) -> any AlertTarget {
        DesktopTarget(
            name: name, bus: tools.bus, approval: approves ? ApprovalTerms(account: account) : nil,
            shown: tools.lasting.part({ $0.target == name }, else: { ShownPopups(at: name) }))
    }
}
