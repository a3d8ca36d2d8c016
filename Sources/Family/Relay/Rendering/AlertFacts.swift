import Store
import Values

/// What an alert tells, before it is put into words: clean text, exact money.
struct AlertFacts: Sendable, Equatable {
    struct Movement: Sendable, Equatable {
        var id: String
        /// Without sign; `nil` where it is hidden.
        var amount: Decimal?
        var isCredit: Bool
        var category: String
        var description: String
        var at: Timestamp
        /// `nil` where it is hidden.
        var balance: Decimal?
        var by: String?
        var notes: String?
    }

    /// The alert's key, as the store has it.
    var key: String
    var event: AlertRow.Event
    var childID: String
    var firstName: String
    var fullName: String
    var movement: Movement?
    var balance: Decimal?
    var threshold: Decimal?
    var rule: String?
    /// The name of the account that sees the child.
    var account: String?
    var isLate: Bool
    /// In whole seconds, as every moment that the server tells: what reads them elsewhere often knows no fraction.
    var createdAt: Timestamp
    /// What an alert about the program itself says; such a one has no child and no money. Of one at a set time it has the time.
    var notice: AlertRow.Notice?
    /// What else it tells.
    var details = AlertDetails()
    /// Of a summary what it sums up.
    var week: WeekSummary?
    /// What is not in it, although there is such a thing.
    var hides: Set<HiddenFact> = []
    /// That it was told before, and nobody has seen it.
    var reminder: Reminder?
    /// What it tells of goes on until another alert ends it, or it is that one; `nil` of what stands alone.
    var matter: Matter?

    /// Something that begins with one alert and ends with another.
    struct Matter: Sendable, Equatable {
        /// The same in all alerts of the matter.
        var key: String
        /// The alert ends it.
        var isOver: Bool
    }

    /// When the fact happened; when it was seen, if that isn't known.
    var at: Timestamp {
        switch event.topic {
        case .summary, .drill: notice?.since ?? createdAt
        case .transaction where event.isMovement: movement?.at ?? createdAt
        case .transaction, .balance, .allowance, .chore, .goal, .wish, .gift, .problem: details.at ?? createdAt
        }
    }

    /// Of what of its event and child it tells: the last word on it counts. Empty where there is only one.
    var subject: String {
        switch event.topic {
        case .transaction: movement?.id ?? ""
        case .balance, .allowance, .summary, .drill: ""
        case .chore, .goal, .wish, .gift: details.id
        case .problem: notice?.subject ?? ""
        }
    }
}

extension AlertFacts {
    /// The facts of a delivery, with all text that people typed cleaned once for every target.
    init(_ work: DeliveryWork) {
        self.init(
            work.alert, child: work.child, transaction: work.transaction, account: work.account,
            rule: work.delivery.rule)
    }

    /// The facts of an alert, whoever is told of it.
    init(_ row: FeedRow) {
        self.init(row.alert, child: row.child, transaction: row.transaction, account: row.account, rule: nil)
    }

    /// - Parameter rule: the one that chose who is told, where the alert names none.
    private init(_ alert: AlertRow, child: ChildRow?, transaction: TransactionRow?, account: String?, rule: String?) {
        key = alert.key.rawValue
        event = alert.event
        childID = UserText.singleLine(child?.id.rawValue ?? "")
        firstName = UserText.singleLine(child?.firstName ?? "")
        fullName = UserText.singleLine(child.map { "\($0.firstName) \($0.lastName)" } ?? "")
        movement = transaction.map { Movement($0) }
        balance = alert.balance
        threshold = alert.threshold
        self.rule = alert.rule ?? rule
        self.account = account
        isLate = alert.isLate
        createdAt = Timestamp(seconds: alert.createdAt.seconds)
        let stored = alert.details
        details = event == .summary ? AlertDetails() : stored.map { AlertDetails(stored: $0) } ?? AlertDetails()
        notice = alert.notice.map {
            AlertRow.Notice(
                subject: UserText.singleLine($0.subject), sentence: UserText.cleaned($0.sentence),
                since: Timestamp(seconds: $0.since.seconds), isOver: $0.isOver)
        }
        week = event == .summary ? stored.flatMap { WeekSummary(stored: $0) } : nil
        reminder = alert.reminder
        matter = alert.thread.map { Matter(key: $0, isOver: alert.closesThread) }
    }
}

extension AlertFacts {
    /// What is wrong with the program, told without the store.
    init(_ notice: AlertRow.Notice, as event: AlertRow.Event, at moment: Timestamp) {
        let word = notice.isOver ? "over" : "problem"
        self.init(
            key: "memory|\(word)|\(event.rawValue)|\(notice.since)", event: event, childID: "", firstName: "",
            fullName: "",
            isLate: false, createdAt: Timestamp(seconds: moment.seconds), notice: notice)
    }
}

extension AlertFacts.Movement {
    init(_ row: TransactionRow) {
        id = UserText.singleLine(row.id.rawValue)
        amount = row.amount.magnitude
        isCredit = row.kind == .credit
        category = UserText.singleLine(row.category)
        description = UserText.cleaned(row.description)
        at = row.createdAt
        balance = row.balanceAfter
        by = row.createdBy.map(UserText.singleLine).flatMap { $0.isEmpty ? nil : $0 }
        notes = row.notes.map(UserText.cleaned).flatMap { $0.isEmpty ? nil : $0 }
    }
}
