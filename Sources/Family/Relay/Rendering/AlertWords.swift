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
    /// What they are not shown.
    package var hides: Set<HiddenFact> = []

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
        var locale = AlertLocale(currency: currency, zone: zone, language: language ?? self.language)
        locale.hides = hides
        return locale
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
    let currency: Currency
    let words: any Vocabulary
    private let locale: AlertLocale
    private let now: Timestamp

    /// - Parameter now: when it is read: today is the day of this moment.
    init(_ facts: AlertFacts, in locale: AlertLocale, now: Timestamp) {
        self.facts = facts
        let words = locale.language.words
        self.words = words
        (self.locale, self.now) = (locale, now)
        moment = words.moment(ReadableMoment(facts.at, in: locale.zone, now: now))
        since = facts.notice.map { words.since(ReadableMoment($0.since, in: locale.zone, now: now)) } ?? ""
        isOld = facts.isLate || now.duration(since: facts.at) >= Self.soon
        currency = locale.currency
    }

    /// The text of one field; empty if this alert has no such thing.
    func text(of field: TemplateField) -> String {
        switch field {
        case .child: facts.firstName
        case .verb: verb
        case .amount: money(amount, .amount)
        case .description: description
        case .balance: money(facts.balance ?? facts.movement?.balance, .balance)
        case .category: facts.movement?.category ?? ""
        case .by: facts.details.by ?? facts.movement?.by ?? ""
        case .notes: facts.details.notes ?? facts.movement?.notes ?? ""
        case .name: facts.details.name ?? ""
        case .price: money(facts.details.price, .price)
        case .reason: facts.details.reason ?? ""
        case .due: facts.details.due.map(words.day) ?? ""
        case .at: moment
        case .event: facts.event.rawValue
        case .threshold: money(facts.threshold, .threshold)
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
        switch facts.event {
        case .transaction: words.transaction(deed, balance: text(of: .balance))
        case .withdrawn: words.withdrawn(deed, balance: text(of: .balance))
        case .edited: words.edited(deed, change, balance: text(of: .balance))
        case .balanceLow: words.lowBalance(text(of: .child), text(of: .amount), text(of: .description))
        case .balanceRecovered: words.recovered(text(of: .child), text(of: .amount), text(of: .description))
        default: facts.event.topic.hasChild ? familySentence : description
        }
    }

    /// What an alert is called whose rule and target have no title.
    var title: String {
        switch facts.event {
        case .transaction: words.transactionTitle
        case .withdrawn: words.withdrawnTitle
        case .edited: words.editedTitle
        case .balanceLow: words.lowBalanceTitle
        case .balanceRecovered: words.recoveredTitle
        case .allowancePaid: words.allowancePaidTitle
        case .allowanceMissing: words.allowanceMissingTitle
        case .allowancePaused: words.allowancePausedTitle
        case .allowanceResumed: words.allowanceResumedTitle
        case .choreWaiting: words.choreWaitingTitle
        case .choreApproved: words.choreApprovedTitle
        case .choreRejected: words.choreRejectedTitle
        case .goalReached: words.goalReachedTitle
        case .wishAffordable: words.wishAffordableTitle
        case .giftWaiting: words.giftWaitingTitle
        case .summary: words.summaryTitle
        case .drill: words.drillTitle
        case .signInNeeded, .connectionLost, .targetSuspended, .targetSilent, .accountingBroken, .historyShorter,
            .hubDeaf, .balanceUnexplained, .diskFull, .conflict:
            facts.notice?.isOver == true ? words.recoveryTitle : words.problemTitle
        }
    }

    /// Who got or spent what for what.
    private var deed: String { words.deed(text(of: .child), verb, text(of: .amount), text(of: .description)) }

    /// What of an edited transaction was something else, as far as one thing tells it and readers may know it.
    private var change: EditedFact {
        guard let was = facts.details.was, let movement = facts.movement else { return .unsaid }
        let former = words.deed(
            text(of: .child), words.verb(isCredit: was.isCredit), money(was.amount, .amount), was.description)
        if former != deed { return .deed(former) }
        if was.category != movement.category { return .value(was.category, movement.category) }
        if was.at != movement.at { return .value(moment(was.at), moment(movement.at)) }
        let notes = (was.notes ?? "", movement.notes ?? "")
        return notes.0 == notes.1 ? .unsaid : .value(notes.0, notes.1)
    }

    private func moment(_ moment: Timestamp) -> String {
        words.moment(ReadableMoment(moment, in: locale.zone, now: now))
    }

    private var amount: Decimal? {
        switch facts.event.topic {
        case .transaction: facts.movement?.amount
        case .balance: facts.balance
        case .allowance, .chore, .goal, .wish, .gift: facts.details.price
        case .problem, .summary, .drill: nil
        }
    }

    private var description: String {
        switch facts.event.topic {
        case .transaction: facts.movement?.description ?? ""
        case .balance:
            threshold
        case .allowance: facts.details.reason ?? text(of: .due)
        case .chore, .goal, .wish, .gift: facts.details.name ?? ""
        case .summary:
            facts.week?.text(words) { facts.hides.contains(.amounts) ? HiddenFact.mark : words.text($0, in: currency) }
                ?? ""
        case .drill: words.drill
        case .problem: noticeText
        }
    }

    private var threshold: String {
        let text = money(facts.threshold, .threshold)
        if text.isEmpty { return "" }
        return facts.event == .balanceLow ? words.below(text) : words.noLongerBelow(text)
    }

    /// Empty where a record's own sentence is better than one that is put together.
    private var verb: String {
        let isCredit = facts.movement?.isCredit == true
        return switch facts.event {
        case .balanceLow: words.lowBalanceVerb
        case .balanceRecovered: words.recoveredVerb
        case .withdrawn: words.withdrawnVerb(isCredit: isCredit)
        default: facts.event.topic == .transaction ? words.verb(isCredit: isCredit) : ""
        }
    }

    /// - Parameter place: where it comes: a hidden amount has its mark where such an alert has one.
    func money(_ amount: Decimal?, _ place: TemplateField) -> String {
        if facts.hides.contains(.amounts), facts.event.topic.fills(place) { return HiddenFact.mark }
        return amount.map { words.text($0, in: currency) } ?? ""
    }
}
