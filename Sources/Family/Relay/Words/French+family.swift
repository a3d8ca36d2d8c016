import TextFormats
import Values

extension French {
    func day(_ date: CivilDate) -> String { "\(Self.weekdays[date.weekday - 1]) \(Self.text(date))" }
    func by(_ name: String) -> String { "par \(name)" }
    func from(_ name: String) -> String { "de la part de \(name)" }

    func edited(_ deed: String, _ change: EditedFact, balance: String) -> String {
        "\(deed) (modifié\(change.text("\u{202F}; avant\u{A0}: ", "\u{A0}: "))\u{202F}; solde\u{A0}: \(balance))"
    }
    var recoveredVerb: String { "a de nouveau" }
    func noLongerBelow(_ threshold: String) -> String { "ce n’est plus moins de \(threshold)" }
    func recovered(_ child: String, _ balance: String, _ noLongerBelow: String) -> String {
        "\(child) \(recoveredVerb) \(balance), \(noLongerBelow)"
    }

    func allowancePaid(_ child: String, _ amount: String, balance: String) -> String {
        "\(child) a reçu son argent de poche\u{A0}: \(amount) (solde\u{A0}: \(balance))"
    }
    func allowanceMissing(_ child: String, _ amount: String, due: String) -> String {
        "\(child) n’a pas reçu l’argent de poche de \(amount) attendu le \(due)"
    }
    func allowancePaused(_ child: String) -> String { "\(child)\u{A0}: argent de poche suspendu" }
    func allowanceResumed(_ child: String) -> String { "\(child)\u{A0}: argent de poche rétabli" }

    func choreWaiting(_ child: String, _ chore: String, _ price: String) -> String {
        "\(child) a fait une tâche qui attend une approbation\u{A0}: \(chore) (\(price))"
    }
    func choreDue(_ child: String, _ chore: String, _ price: String) -> String {
        "\(child) a une tâche à faire\u{A0}: \(chore) (\(price))"
    }
    func choreApproved(_ child: String, _ chore: String, _ price: String) -> String {
        "\(child) a gagné \(price)\u{A0}: \(chore)"
    }
    func approved(_ name: String) -> String { "approuvé par \(name)" }
    func choreRejected(_ child: String, _ chore: String) -> String {
        "Une tâche a été refusée à \(child)\u{A0}: \(chore)"
    }
    func goalReached(_ child: String, _ goal: String, _ price: String) -> String {
        "\(child) a économisé \(price) et atteint un objectif\u{A0}: \(goal)"
    }
    func wishAffordable(_ child: String, _ wish: String, _ price: String, balance: String) -> String {
        "\(child) peut s’offrir un souhait à \(price)\u{A0}: \(wish) (solde\u{A0}: \(balance))"
    }
    func giftWaiting(_ child: String, _ amount: String) -> String {
        "Un cadeau de \(amount) pour \(child) attend une approbation"
    }

    var approve: String { "Approuver" }
    var approvalKeptTitle: String { "Approbation conservée" }
    var notApprovedTitle: String { "Non approuvée" }
    func approvalWaits(_ chore: String) -> String {
        "\(chore)\u{A0}: votre approbation est conservée ici et part dès que le serveur familial est joignable"
    }
    func orderedBefore(_ chore: String) -> String {
        "\(chore)\u{A0}: c’est déjà décidé ici, et en route vers le serveur familial"
    }
    func approvedBefore(_ chore: String) -> String {
        "\(chore)\u{A0}: déjà approuvée\u{202F}; rien n’est payé deux fois"
    }
    func rejectedBefore(_ chore: String) -> String { "\(chore)\u{A0}: déjà refusée, donc pas approuvée maintenant" }
    func notApproved(_ chore: String) -> String {
        "\(chore)\u{A0}: pas approuvée\u{202F}; voir\u{A0}: pocketbell pending"
    }

    var editedTitle: String { "Modifié" }
    var recoveredTitle: String { "Solde rétabli" }
    var allowancePaidTitle: String { "Argent de poche versé" }
    var allowanceMissingTitle: String { "Argent de poche manquant" }
    var allowancePausedTitle: String { "Argent de poche suspendu" }
    var allowanceResumedTitle: String { "Argent de poche rétabli" }
    var choreWaitingTitle: String { "Tâche en attente" }
    var choreApprovedTitle: String { "Tâche approuvée" }
    var choreRejectedTitle: String { "Tâche refusée" }
    var goalReachedTitle: String { "Objectif atteint" }
    var wishAffordableTitle: String { "Souhait à portée" }
    var giftWaitingTitle: String { "Cadeau en attente" }

    var sampleRecord: String { "un exemple" }
}
