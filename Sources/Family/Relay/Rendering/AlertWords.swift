import Store
import TextFormats
package import Values

/// In whose money and time people read alerts.
package struct AlertLocale: Sendable {
    /// What the server's bare numbers are.
    package let currency: Currency
    /// Where the people are.
    package let zone: TimeZone

    /// Dollars in UTC, unless said otherwise.
    package init(currency: Currency = .dollar, zone: TimeZone = .utc) {
        self.currency = currency
        self.zone = zone
    }
}

/// The facts of an alert in the words of those who read it.
struct AlertWords: Sendable {
    /// Seen so long afterwards, or later, an alert says when it was.
    private static let soon: Duration = .seconds(300)

    let facts: AlertFacts
    /// When it happened: `09:18`, with the day when that is not today.
    let moment: String
    /// Whether who reads it needs to be told when it was.
    let isOld: Bool
    /// Since when the problem is, or was; empty for what is about money.
    private let since: String
    private let currency: Currency

    /// - Parameter now: when it is read: today is the day of this moment.
    init(_ facts: AlertFacts, in locale: AlertLocale, now: Timestamp) {
        self.facts = facts
        let time = ReadableTime(in: locale.zone, now: now)
        moment = time.moment(facts.at)
        since = facts.notice.map { time.moment($0.since) } ?? ""
        isOld = facts.isLate || now.duration(since: facts.at) >= Self.soon
        currency = locale.currency
    }

    /// The text of one field; empty if this alert has no such thing.
    func text(of field: TemplateField) -> String {
        switch field {
        case .child: facts.firstName
        case .verb: facts.notice == nil ? verb : ""
        case .amount: money(isLowBalance ? facts.balance : facts.movement?.amount)
        case .description where facts.notice != nil: noticeText
        case .description:
            isLowBalance ? facts.threshold.map { "below \(money($0))" } ?? "" : facts.movement?.description ?? ""
        case .balance: money(facts.balance ?? facts.movement?.balance)
        case .category: facts.movement?.category ?? ""
        case .by: facts.movement?.by ?? ""
        case .notes: facts.movement?.notes ?? ""
        case .at: moment
        case .event: facts.event.rawValue
        case .threshold: money(facts.threshold)
        case .childID: facts.childID
        case .transactionID: facts.movement?.id ?? ""
        case .account: facts.account ?? ""
        case .currency: currency.code
        }
    }

    /// The moment comes first where the sentence ends with a command to type.
    private var noticeText: String {
        guard let notice = facts.notice else { return "" }
        return notice.isOver
            ? "\(notice.sentence), after trouble since \(since)" : "since \(since): \(notice.sentence)"
    }

    private var isLowBalance: Bool { facts.event == .balanceLow }

    private var verb: String {
        if isLowBalance { return "is down to" }
        let verb = facts.movement?.isCredit == true ? "received" : "spent"
        return facts.event == .withdrawn ? "no longer \(verb)" : verb
    }

    private func money(_ amount: Decimal?) -> String { amount.map(currency.text) ?? "" }
}
