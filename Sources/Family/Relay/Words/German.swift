import TextFormats
import Values

struct German: Vocabulary {
    let money = MoneyNotation.pointed
    func isOne(_ count: Int) -> Bool { count == 1 }
    func moment(_ moment: ReadableMoment) -> String {
        let clock = moment.clock.hourAndMinute
        return switch moment.day {
        case .today: clock
        case .yesterday: "gestern \(clock)"
        case .tomorrow: "morgen \(clock)"
        case .ofThisYear(let date): "\(Self.weekdays[date.weekday - 1]) \(date.day).\(date.month). \(clock)"
        case .ofAnotherYear(let date): "\(date.day).\(date.month).\(date.year) \(clock)"
        }
    }
    func since(_ moment: ReadableMoment) -> String { "seit \(self.moment(moment))" }

    func verb(isCredit: Bool) -> String { isCredit ? "bekam" : "bezahlte" }
    func withdrawnVerb(isCredit: Bool) -> String { "\(verb(isCredit: isCredit)) doch nicht" }
    let lowBalanceVerb = "hat nur noch"
    func below(_ threshold: String) -> String { "weniger als \(threshold)" }
    func deed(_ child: String, _ verb: String, _ amount: String, _ description: String) -> String {
        "\(child) \(verb) \(amount): \(description)"
    }
    func transaction(_ deed: String, balance: String) -> String { "\(deed) (Kontostand \(balance))" }
    func withdrawn(_ deed: String, balance: String) -> String {
        "\(deed) (der Server führt es nicht mehr; Kontostand \(balance))"
    }
    func lowBalance(_ child: String, _ balance: String, _ below: String) -> String {
        "\(child) \(lowBalanceVerb) \(balance), \(below)"
    }

    let transactionTitle = "Taschengeld"
    let withdrawnTitle = "Zurückgenommen"
    let lowBalanceTitle = "Wenig Guthaben"
    let problemTitle = "PocketBell hat ein Problem"
    let recoveryTitle = "PocketBell läuft wieder"

    func problem(_ sentence: String, _ since: String) -> String { "\(since): \(sentence)" }
    func recovery(_ sentence: String, _ since: String) -> String { "\(sentence), nach einer Störung \(since)" }
    let moneyProblem = "etwas beim Geld muss jemand ansehen; siehe: pocketbell status"

    let foundLate = "spät entdeckt"
    let mayBeRepeat = "vielleicht eine Wiederholung"
    func reminder(_ number: Int, of count: Int) -> String { "Erinnerung \(number) von \(count)" }
    let seenByNobody = "noch von niemandem gesehen"
    let separator = "; "
    let open = "Öffnen"
    func handled(_ title: String) -> String { "✓ Erledigt: \(title)" }
    func standing(_ child: String, _ balance: String) -> String { "\(child): \(balance)" }
    let seen = "Gesehen"

    func alerts(_ count: Int) -> String { counted(count, "Meldung", "Meldungen") }
    func newest(_ count: Int) -> String { isOne(count) ? "Die neueste:" : "Die \(count) neuesten:" }
    func more(_ count: Int) -> String { counted(count, "weiteres Kind", "weitere Kinder") }
    func line(_ text: String, at moment: String) -> String { "\(moment): \(text)" }

    let summaryTitle = "Die Woche"
    func week(_ child: String, income: String, spending: String, count: Int, balance: String) -> String {
        "\(child): \(income) erhalten, \(spending) ausgegeben (\(counted(count, "Buchung", "Buchungen"))), Kontostand \(balance)"
    }
    func quietWeek(_ child: String, balance: String) -> String { "\(child): keine Buchungen, Kontostand \(balance)" }
    func goal(_ name: String, saved: String, of target: String, isNew: Bool) -> String {
        "\(isNew ? "neues Sparziel" : "spart für") \(name): \(saved) von \(target)"
    }
    let drillTitle = "Probealarm: nichts ist passiert"
    let drill = "Dieser Probealarm zeigt, dass Meldungen hier ankommen. Es ist nichts passiert."

    let sampleName = "Test"
    let sampleDescription = "ein Test dieses Ziels durch PocketBell; nichts ist geschehen"
    let sampleNotes = "hier steht, was jemand dazu geschrieben hat"

    let alertsName = "Meldungen"
    let balanceName = "Kontostand"
    let lastTransactionName = "Letzte Buchung"
    let waitingChoresName = "Erledigte Aufgaben zu prüfen"

    static let weekdays = ["Mo", "Di", "Mi", "Do", "Fr", "Sa", "So"]
}
