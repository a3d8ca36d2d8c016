import HTTPClient
import Store
import Systemd

/// Something that takes alerts; what a lane drives.
protocol AlertTarget: Sendable {
    var name: String { get }
    /// Whether the same alert twice is told once.
    var deduplicates: Bool { get }

    /// Whether ``body(for:stored:)`` is to be stored before the first byte.
    var repeatsBytes: Bool { get }

    /// How quickly it may be sent messages; `nil`: as quickly as they come.
    var rate: TargetRate? { get }
    /// Whether nobody is there to be told, which is no failure: what waits keeps its place until somebody is.
    var isAway: Bool { get }

    /// What will be sent; `nil` for targets without a body.
    func body(for alert: RenderedAlert, stored: [UInt8]?) -> [UInt8]?
    func deliver(_ alert: RenderedAlert, body: [UInt8]?) async -> Attempt
    /// A text about the target, for people.
    func withoutSecrets(_ text: String) -> String

    /// What it does beside its alerts for as long as it is configured.
    ///
    /// - Parameter locale: of its readers.
    func companion(in locale: AlertLocale) -> (any TargetCompanion)?
    /// The alerts that a person has seen, as these news prove. Asked, and stored, before ``take(_:)``.
    func seen(by news: TargetNews) async -> [AlertRow.Key]
    /// Does what is to be done about it: opens what was clicked, takes its popup away, forgets what a server knew that is gone.
    ///
    /// - Returns: Whether it may work again, though it failed before.
    func take(_ news: TargetNews) async -> Bool

    /// A person has seen these elsewhere: they need not stay on a screen.
    func wasSeen(_ alerts: Set<String>) async

    /// Whether a parent can approve there what it shows; `nil`: nobody can.
    var approval: ApprovalTerms? { get }

    /// Shows what became of a click of somebody there.
    func tell(_ notice: ApprovalNotice, in locale: AlertLocale) async
}

extension AlertTarget {
    /// Of most targets nobody is told when they are back: the next attempt finds out.
    func take(_ news: TargetNews) async -> Bool { false }

    /// Most targets never hear whether anybody looks.
    func seen(by news: TargetNews) async -> [AlertRow.Key] { [] }

    func withoutSecrets(_ text: String) -> String { text }

    func companion(in locale: AlertLocale) -> (any TargetCompanion)? { nil }
    var rate: TargetRate? { nil }
    /// Most are tried to know it.
    var isAway: Bool { false }

    /// What most have shown stays there.
    func wasSeen(_ alerts: Set<String>) async {}

    /// Most have no buttons.
    var approval: ApprovalTerms? { nil }
    func tell(_ notice: ApprovalNotice, in locale: AlertLocale) async {}
}

/// What happens outside without anybody's asking, and may concern a target.
enum TargetNews: Sendable, Equatable {
    /// Another notification server shows this session's popups, or the first one.
    case notificationServerChanged
    /// A person clicked on a popup, perhaps another application's.
    case popupClicked(DesktopNotifications.ID)
    /// A person clicked on the button by which a chore is approved, perhaps another application's.
    case popupApproved(DesktopNotifications.ID)
    /// A person closed a popup, perhaps another application's. What its lifetime closes nobody need have seen.
    case popupDismissed(DesktopNotifications.ID)

    /// `nil` for what concerns no target.
    init?(_ event: DesktopNotifications.Event) {
        switch event {
        case .serverChanged: self = .notificationServerChanged
        case .actionInvoked(let id, key: DesktopNotifications.clickKey): self = .popupClicked(id)
        case .actionInvoked(let id, key: Popup.approveKey): self = .popupApproved(id)
        case .closed(let id, .dismissed): self = .popupDismissed(id)
        case .actionInvoked, .closed: return nil
        }
    }
}

/// What an attempt met.
struct Attempt: Sendable {
    let verdict: Verdict
    /// `nil` without an answer, and for what doesn't speak HTTP.
    let answer: HTTPAnswer?
    /// The target's own id of the message that was made or changed; `nil` where it can't be changed.
    let message: String?

    init(_ verdict: Verdict, answer: HTTPAnswer? = nil, message: String? = nil) {
        self.verdict = verdict
        self.answer = answer
        self.message = message
    }
}
