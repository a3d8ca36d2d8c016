import Settings
import Store
import TextFormats

/// Desktops elsewhere: agents in people's sessions, each with a token of this target.
struct DesktopsSettings: TargetSettings {
    static let word = "desktops"
    static let help = "Popups on desktops elsewhere, where 'pocketbell desktop' runs with a token of this target."
    static let looks = DesktopSettings.looks
    static let deduplicates = true
    static var icons: TextFormat<String> { DesktopSettings.icons }
    static let questions: [TargetQuestion] = []
    static let window = 1
    // An agent says when it is shown, and when a person clicks or closes it.
    static let taken = Proof.delivered
    static let utmost = Proof.seen

    /// By whose login chores are approved there; `nil`: the only parent's.
    let account: String?

    init() { account = nil }

    init(reading reader: inout SettingsReader) { account = DesktopSettings.account(reading: &reader) }

    func target(named name: String, by tools: TargetTools) -> any AlertTarget {
        DesktopsTarget(name: name, exchange: tools.desktops, approval: ApprovalTerms(account: account))
    }
}
