import Store
import TextFormats
package import Values

/// In whose language, money and time people read alerts.
package struct AlertLocale: Sendable {
    /// What the server's bare numbers are.
    package let currency: Currency
    /// Where the people are.
    package let zone: TimeZone
    /// What they speak, where a target's readers don't speak another one.
    package let language: Language

    /// Dollars in UTC and English, unless said otherwise.
    package init(currency: Currency = .dollar, zone: TimeZone = .utc, language: Language = .english) {
        self.currency = currency
        self.zone = zone
        self.language = language
    }

    /// The same for the readers of one target.
    ///
    /// - Parameter language: theirs; `nil` for the family's.
    package func speaking(_ language: Language?) -> AlertLocale {
        AlertLocale(currency: currency, zone: zone, language: language ?? self.language)
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
    private let words: any Vocabulary

    /// - Parameter now: when it is read: today is the day of this moment.
    init(_ facts: AlertFacts, in locale: AlertLocale, now: Timestamp) {
        self.facts = facts
        let words = locale.language.words
        self.words = words
        moment = words.moment(ReadableMoment(facts.at, in: locale.zone, now: now))
        since = facts.notice.map { words.since(ReadableMoment($0.since, in: locale.zone, now: now)) } ?? ""
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
            isLowBalance ? facts.threshold.map { words.below(money($0)) } ?? "" : facts.movement?.description ?? ""
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
        return notice.isOver ? words.recovery(notice.sentence, since) : words.problem(notice.sentence, since)
    }

    /// What the event is told with if its rule has no wording of its own.
    var sentence: String {
        let deed = { words.deed(text(of: .child), text(of: .verb), text(of: .amount), text(of: .description)) }
        return switch facts.event {
        case .transaction: words.transaction(deed(), balance: text(of: .balance))
        case .withdrawn: words.withdrawn(deed(), balance: text(of: .balance))
        case .balanceLow: words.lowBalance(text(of: .child), text(of: .amount), text(of: .description))
        case .signInNeeded, .connectionLost, .targetSuspended, .accountingBroken, .historyShorter, .hubDeaf,
            .balanceUnexplained, .diskFull, .conflict:
            text(of: .description)
        }
    }

    /// What an alert is called whose rule and target have no title.
    var title: String {
        switch facts.event {
        case .transaction: words.transactionTitle
        case .withdrawn: words.withdrawnTitle
        case .balanceLow: words.lowBalanceTitle
        case .signInNeeded, .connectionLost, .targetSuspended, .accountingBroken, .historyShorter, .hubDeaf,
            .balanceUnexplained, .diskFull, .conflict:
            facts.notice?.isOver == true ? words.recoveryTitle : words.problemTitle
        }
    }

    private var isLowBalance: Bool { facts.event == .balanceLow }

    private var verb: String {
        if isLowBalance { return words.lowBalanceVerb }
        let isCredit = facts.movement?.isCredit == true
        return facts.event == .withdrawn ? words.withdrawnVerb(isCredit: isCredit) : words.verb(isCredit: isCredit)
    }

    private func money(_ amount: Decimal?) -> String { amount.map { words.text($0, in: currency) } ?? "" }
}
