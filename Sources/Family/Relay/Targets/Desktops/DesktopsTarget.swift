/// Popups on desktops elsewhere, by whichever agents are connected.
struct DesktopsTarget: AlertTarget {
    let name: String
    let exchange: DesktopExchange
    /// Of those whose token approves.
    let approval: ApprovalTerms?
    /// An agent knows what it has shown, also after its restart.
    let deduplicates = true
    let repeatsBytes = false

    /// A desktop that is off is no failure: what waits keeps its place until somebody is there.
    var isAway: Bool { !exchange.isAnybodyThere(for: name) }

    func wasSeen(_ alerts: Set<String>) async { exchange.wasSeen(alerts.sorted(), at: name) }

    func tell(_ notice: ApprovalNotice, in locale: AlertLocale) async {
        exchange.tell(Popup(notice, in: locale), at: name)
    }

    func body(for alert: RenderedAlert, stored: [UInt8]?) -> [UInt8]? { nil }

    func deliver(_ alert: RenderedAlert, body: [UInt8]?) async -> Attempt {
        switch await exchange.present(Popup(alert, saysRepeat: true), for: name) {
        case .shown: Attempt(.delivered("a desktop has shown it"))
        case .nobody: Attempt(.away("no desktop with a token of this target is there; it waits for one"))
        case .lost: Attempt(.lost("the desktop went away before it said that it had shown it"))
        }
    }
}
