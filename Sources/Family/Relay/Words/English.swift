import TextFormats
import Values

struct English: Vocabulary {
    let money = MoneyNotation.english
    func isOne(_ count: Int) -> Bool { count == 1 }
    func moment(_ moment: ReadableMoment) -> String { moment.english }
    func since(_ moment: ReadableMoment) -> String { "since \(moment.english)" }

    func verb(isCredit: Bool) -> String { isCredit ? "received" : "spent" }
    func withdrawnVerb(isCredit: Bool) -> String { "no longer \(verb(isCredit: isCredit))" }
    let lowBalanceVerb = "is down to"
    func below(_ threshold: String) -> String { "below \(threshold)" }
    func deed(_ child: String, _ verb: String, _ amount: String, _ description: String) -> String {
        "\(child) \(verb) \(amount): \(description)"
    }
    func transaction(_ deed: String, balance: String) -> String { "\(deed) (balance \(balance))" }
    func withdrawn(_ deed: String, balance: String) -> String {
        "\(deed) (the server lists it no longer; balance \(balance))"
    }
    func lowBalance(_ child: String, _ balance: String, _ below: String) -> String {
        "\(child) \(lowBalanceVerb) \(balance), \(below)"
    }

    let transactionTitle = "Pocket money"
    let withdrawnTitle = "Withdrawn"
    let lowBalanceTitle = "Low balance"
    let problemTitle = "PocketBell has a problem"
    let recoveryTitle = "PocketBell works again"

    func problem(_ sentence: String, _ since: String) -> String { "\(since): \(sentence)" }
    func recovery(_ sentence: String, _ since: String) -> String { "\(sentence), after trouble \(since)" }
    let moneyProblem = "something about money needs a look; see: pocketbell status"

    let foundLate = "found late"
    let mayBeRepeat = "may be a repeat"
    func reminder(_ number: Int, of count: Int) -> String { "reminder \(number) of \(count)" }
    let seenByNobody = "not seen by anybody yet"
    let separator = "; "
    let open = "Open"
    func handled(_ title: String) -> String { "✓ Handled: \(title)" }
    func standing(_ child: String, _ balance: String) -> String { "\(child): \(balance)" }
    let seen = "Seen"

    func alerts(_ count: Int) -> String { counted(count, "alert", "alerts") }
    func newest(_ count: Int) -> String { isOne(count) ? "The newest:" : "The newest \(count):" }
    func more(_ count: Int) -> String { "\(count) more" }
    func line(_ text: String, at moment: String) -> String { "\(moment): \(text)" }

    let summaryTitle = "The week"
    func week(_ child: String, income: String, spending: String, count: Int, balance: String) -> String {
        "\(child): \(income) received, \(spending) spent (\(counted(count, "transaction", "transactions"))), balance \(balance)"
    }
    func quietWeek(_ child: String, balance: String) -> String { "\(child): nothing came or went, balance \(balance)" }
    func goal(_ name: String, saved: String, of target: String, isNew: Bool) -> String {
        "\(isNew ? "new goal" : "saving for") \(name): \(saved) of \(target)"
    }
    let drillTitle = "Drill: nothing happened"
    let drill = "This drill shows that alerts arrive here. Nothing happened."

    let sampleName = "Test"
    let sampleDescription = "a test of this target by PocketBell; nothing happened"
    let sampleNotes = "what somebody wrote comes here"

    let alertsName = "Alerts"
    let balanceName = "Balance"
    let lastTransactionName = "Last transaction"
    let waitingChoresName = "Chores to look at"
}
