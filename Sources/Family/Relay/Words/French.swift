import TextFormats
import Values

/// With the blank before a colon (and the narrow one before a semicolon) that French asks for, which does not break.
struct French: Vocabulary {
    let money = MoneyNotation.spaced
    func isOne(_ count: Int) -> Bool { count == 0 || count == 1 }
    func moment(_ moment: ReadableMoment) -> String {
        let clock = moment.clock.hourAndMinute
        return switch moment.day {
        case .today: clock
        case .yesterday: "hier à \(clock)"
        case .tomorrow: "demain à \(clock)"
        case .ofThisYear(let date): "\(Self.weekdays[date.weekday - 1]) \(Self.text(date)) à \(clock)"
        case .ofAnotherYear(let date): "\(Self.text(date)) \(date.year) à \(clock)"
        }
    }
    func since(_ moment: ReadableMoment) -> String {
        switch moment.day {
        case .today, .yesterday, .tomorrow: "depuis \(self.moment(moment))"
        case .ofThisYear, .ofAnotherYear: "depuis le \(self.moment(moment))"
        }
    }

    func verb(isCredit: Bool) -> String { isCredit ? "a reçu" : "a dépensé" }
    func withdrawnVerb(isCredit: Bool) -> String {
        isCredit ? "n’a finalement pas reçu" : "n’a finalement pas dépensé"
    }
    let lowBalanceVerb = "n’a plus que"
    func below(_ threshold: String) -> String { "moins de \(threshold)" }
    func deed(_ child: String, _ verb: String, _ amount: String, _ description: String) -> String {
        "\(child) \(verb) \(amount)\u{A0}: \(description)"
    }
    func transaction(_ deed: String, balance: String) -> String { "\(deed) (solde\u{A0}: \(balance))" }
    func withdrawn(_ deed: String, balance: String) -> String {
        "\(deed) (le serveur ne l’indique plus\u{202F}; solde\u{A0}: \(balance))"
    }
    func lowBalance(_ child: String, _ balance: String, _ below: String) -> String {
        "\(child) \(lowBalanceVerb) \(balance), \(below)"
    }

    let transactionTitle = "Argent de poche"
    let withdrawnTitle = "Annulé"
    let lowBalanceTitle = "Solde bas"
    let problemTitle = "PocketBell a un problème"
    let recoveryTitle = "PocketBell fonctionne de nouveau"

    func problem(_ sentence: String, _ since: String) -> String { "\(since)\u{A0}: \(sentence)" }
    func recovery(_ sentence: String, _ since: String) -> String { "\(sentence), après des problèmes \(since)" }
    let moneyProblem = "quelque chose concernant l’argent demande un coup d’œil ; voir : pocketbell status"

    let foundLate = "découvert tardivement"
    let mayBeRepeat = "peut-être une répétition"
    func reminder(_ number: Int, of count: Int) -> String { "rappel \(number) sur \(count)" }
    let seenByNobody = "personne ne l’a encore vu"
    let separator = "\u{202F}; "
    let open = "Ouvrir"
    func handled(_ title: String) -> String { "✓ Réglé\u{A0}: \(title)" }
    func standing(_ child: String, _ balance: String) -> String { "\(child)\u{A0}: \(balance)" }
    let seen = "Vu"

    func alerts(_ count: Int) -> String { counted(count, "alerte", "alertes") }
    func newest(_ count: Int) -> String {
        isOne(count) ? "La plus récente\u{A0}:" : "Les \(count) plus récentes\u{A0}:"
    }
    func more(_ count: Int) -> String { counted(count, "autre", "autres") }
    func line(_ text: String, at moment: String) -> String { "\(moment)\u{A0}: \(text)" }

    let summaryTitle = "La semaine"
    func week(_ child: String, income: String, spending: String, count: Int, balance: String) -> String {
        "\(child)\u{A0}: \(income) reçus, \(spending) dépensés (\(counted(count, "mouvement", "mouvements"))), solde\u{A0}: \(balance)"
    }
    func quietWeek(_ child: String, balance: String) -> String {
        "\(child)\u{A0}: aucun mouvement, solde\u{A0}: \(balance)"
    }
    func goal(_ name: String, saved: String, of target: String, isNew: Bool) -> String {
        "\(isNew ? "nouvel objectif" : "économise pour") \(name)\u{A0}: \(saved) sur \(target)"
    }
    let drillTitle = "Exercice\u{A0}: il ne s’est rien passé"
    let drill = "Cet exercice montre que les alertes arrivent ici. Il ne s’est rien passé."

    let sampleName = "Test"
    let sampleDescription = "un test de cette cible par PocketBell\u{202F}; rien ne s’est passé"
    let sampleNotes = "ce que quelqu’un a noté vient ici"

    let alertsName = "Alertes"
    let balanceName = "Solde"
    let lastTransactionName = "Dernière opération"
    let waitingChoresName = "Tâches à vérifier"

    static func text(_ date: CivilDate) -> String {
        "\(date.day == 1 ? "1er" : "\(date.day)") \(months[date.month - 1])"
    }

    static let weekdays = ["lun.", "mar.", "mer.", "jeu.", "ven.", "sam.", "dim."]
    private static let months = [
        "janv.", "févr.", "mars", "avr.", "mai", "juin", "juil.", "août", "sept.", "oct.", "nov.", "déc.",
    ]
}
