import TextFormats
import Values

extension German {
    func day(_ date: CivilDate) -> String { "\(Self.weekdays[date.weekday - 1]) \(date.day).\(date.month)." }
    func by(_ name: String) -> String { "von \(name)" }
    func from(_ name: String) -> String { "von \(name)" }

    func edited(_ deed: String, _ change: EditedFact, balance: String) -> String {
        "\(deed) (geändert\(change.text("; vorher: ", ": ")); Kontostand \(balance))"
    }
    var recoveredVerb: String { "hat wieder" }
    func noLongerBelow(_ threshold: String) -> String { "nicht mehr weniger als \(threshold)" }
    func recovered(_ child: String, _ balance: String, _ noLongerBelow: String) -> String {
        "\(child) \(recoveredVerb) \(balance), \(noLongerBelow)"
    }

    func allowancePaid(_ child: String, _ amount: String, balance: String) -> String {
        "\(child) bekam das Taschengeld von \(amount) (Kontostand \(balance))"
    }
    func allowanceMissing(_ child: String, _ amount: String, due: String) -> String {
        "\(child) hat das Taschengeld von \(amount) nicht bekommen, das am \(due) fällig war"
    }
    func allowancePaused(_ child: String) -> String { "Das Taschengeld von \(child) ist ausgesetzt" }
    func allowanceResumed(_ child: String) -> String { "Das Taschengeld von \(child) wird wieder gezahlt" }

    func choreWaiting(_ child: String, _ chore: String, _ price: String) -> String {
        "\(child) hat eine Aufgabe erledigt, die auf Zustimmung wartet: \(chore) (\(price))"
    }
    func choreDue(_ child: String, _ chore: String, _ price: String) -> String {
        "\(child) hat eine Aufgabe zu erledigen: \(chore) (\(price))"
    }
    func choreApproved(_ child: String, _ chore: String, _ price: String) -> String {
        "\(child) hat \(price) verdient: \(chore)"
    }
    func approved(_ name: String) -> String { "bestätigt von \(name)" }
    func choreRejected(_ child: String, _ chore: String) -> String {
        "Eine Aufgabe von \(child) wurde abgelehnt: \(chore)"
    }
    func goalReached(_ child: String, _ goal: String, _ price: String) -> String {
        "\(child) hat \(price) gespart und ein Sparziel erreicht: \(goal)"
    }
    func wishAffordable(_ child: String, _ wish: String, _ price: String, balance: String) -> String {
        "\(child) kann sich einen Wunsch für \(price) leisten: \(wish) (Kontostand \(balance))"
    }
    func giftWaiting(_ child: String, _ amount: String) -> String {
        "Ein Geldgeschenk von \(amount) für \(child) wartet auf Zustimmung"
    }

    var approve: String { "Bestätigen" }
    var approvalKeptTitle: String { "Bestätigung vorgemerkt" }
    var notApprovedTitle: String { "Nicht bestätigt" }
    func approvalWaits(_ chore: String) -> String {
        "\(chore): Die Bestätigung ist hier gespeichert und geht an den Familienserver, sobald er erreichbar ist"
    }
    func orderedBefore(_ chore: String) -> String {
        "\(chore): Das wurde hier schon entschieden und ist auf dem Weg zum Familienserver"
    }
    func approvedBefore(_ chore: String) -> String { "\(chore) wurde schon bestätigt; nichts wird doppelt bezahlt" }
    func rejectedBefore(_ chore: String) -> String { "\(chore) wurde schon abgelehnt und wird jetzt nicht bestätigt" }
    func notApproved(_ chore: String) -> String { "\(chore) wurde nicht bestätigt; siehe: pocketbell pending" }

    var editedTitle: String { "Geändert" }
    var recoveredTitle: String { "Wieder genug Guthaben" }
    var allowancePaidTitle: String { "Taschengeld bezahlt" }
    var allowanceMissingTitle: String { "Taschengeld fehlt" }
    var allowancePausedTitle: String { "Taschengeld ausgesetzt" }
    var allowanceResumedTitle: String { "Taschengeld läuft wieder" }
    var choreWaitingTitle: String { "Aufgabe wartet" }
    var choreApprovedTitle: String { "Aufgabe bestätigt" }
    var choreRejectedTitle: String { "Aufgabe abgelehnt" }
    var goalReachedTitle: String { "Sparziel erreicht" }
    var wishAffordableTitle: String { "Wunsch erschwinglich" }
    var giftWaitingTitle: String { "Geschenk wartet" }

    var sampleRecord: String { "ein Beispiel" }
}
