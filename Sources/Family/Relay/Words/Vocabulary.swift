import Store
import TextFormats
import Values

/// Everything that the relay itself says to people, in one language. A word that a language lacks does not compile, so none
/// falls back to another language in the middle of a sentence.
///
/// What is filled in is plain text, and what comes out is: the targets escape it as they do what people typed. `child`, `amount` and
/// the like are complete; a moment is given as clock and calendar, since languages differ in what they put around it.
protocol Vocabulary: FamilyWords {
    // MARK: Numbers and time

    var money: MoneyNotation { get }
    /// Whether so many take the singular (the category `one` of Unicode's plural rules; all else is `other` in these languages).
    func isOne(_ count: Int) -> Bool
    /// When something was: `yesterday 18:02`.
    func moment(_ moment: ReadableMoment) -> String
    /// Since when something is: `since yesterday 18:02`.
    func since(_ moment: ReadableMoment) -> String

    // MARK: Money

    /// Between the child and the amount.
    func verb(isCredit: Bool) -> String
    /// The same of what the server lists no longer.
    func withdrawnVerb(isCredit: Bool) -> String
    /// Between the child and the balance that is low.
    var lowBalanceVerb: String { get }
    /// What a low balance is below.
    func below(_ threshold: String) -> String
    /// Who got or spent what for what.
    func deed(_ child: String, _ verb: String, _ amount: String, _ description: String) -> String
    /// - Parameter deed: as ``deed(_:_:_:_:)`` has it.
    func transaction(_ deed: String, balance: String) -> String
    /// - Parameter deed: as ``deed(_:_:_:_:)`` has it.
    func withdrawn(_ deed: String, balance: String) -> String
    /// - Parameter below: as ``below(_:)`` has it.
    func lowBalance(_ child: String, _ balance: String, _ below: String) -> String

    // MARK: Titles

    var transactionTitle: String { get }
    var withdrawnTitle: String { get }
    var lowBalanceTitle: String { get }
    var problemTitle: String { get }
    var recoveryTitle: String { get }

    // MARK: Problems

    /// - Parameters:
    ///   - sentence: may end with a command to type, so nothing follows it.
    ///   - since: as ``since(_:)`` has it.
    func problem(_ sentence: String, _ since: String) -> String
    func recovery(_ sentence: String, _ since: String) -> String
    /// Instead of a sentence with amounts, for those who are not shown any.
    var moneyProblem: String { get }

    // MARK: Remarks

    var foundLate: String { get }
    var mayBeRepeat: String { get }
    /// The same is told again, since nobody has seen it: which time of how many.
    func reminder(_ number: Int, of count: Int) -> String
    /// Others are told, since nobody has seen it.
    var seenByNobody: String { get }
    /// What stands between two things that are said of one.
    var separator: String { get }
    /// On a button that leads to a page.
    var open: String { get }
    /// The title of a message that stood for something which is handled now.
    func handled(_ title: String) -> String
    /// The title of a message that shows a child as it is now.
    func standing(_ child: String, _ balance: String) -> String
    /// On a button by which a person says that an alert was read.
    var seen: String { get }

    // MARK: Digests

    func alerts(_ count: Int) -> String
    /// The heading above those that are told in full.
    func newest(_ count: Int) -> String
    /// Children that are not named any more.
    func more(_ count: Int) -> String
    /// What was told at a moment, as ``moment(_:)`` has it.
    func line(_ text: String, at moment: String) -> String

    // MARK: At set times

    var summaryTitle: String { get }
    /// A child's week: what came, what went, in how many transactions, and what there is now.
    func week(_ child: String, income: String, spending: String, count: Int, balance: String) -> String
    /// The same of a week in which nothing came or went.
    func quietWeek(_ child: String, balance: String) -> String
    /// Follows a child's week: what it saves for.
    func goal(_ name: String, saved: String, of target: String, isNew: Bool) -> String
    var drillTitle: String { get }
    /// That alerts arrive here, and that nothing happened.
    var drill: String { get }

    // MARK: Samples

    /// What a sample's child is called, and its category.
    var sampleName: String { get }
    var sampleDescription: String { get }
    var sampleNotes: String { get }

    // MARK: Names of what others show of a child

    var alertsName: String { get }
    var balanceName: String { get }
    var lastTransactionName: String { get }
    /// Chores that are said to be done.
    var waitingChoresName: String { get }
}

extension Vocabulary {
    /// A number with the noun that fits it.
    func counted(_ count: Int, _ one: String, _ other: String) -> String { "\(count) \(isOne(count) ? one : other)" }

    /// - Parameter currency: what the amount is in.
    func text(_ amount: Decimal, in currency: Currency) -> String { currency.text(amount, in: money) }

    /// What is told again, or told others, says so.
    func remark(_ reminder: Reminder) -> String {
        switch reminder.kind {
        case .again: self.reminder(reminder.step, of: reminder.times)
        case .unseen: seenByNobody
        }
    }

    /// With its sign.
    func signedText(_ amount: Decimal, in currency: Currency) -> String { currency.signedText(amount, in: money) }
}
