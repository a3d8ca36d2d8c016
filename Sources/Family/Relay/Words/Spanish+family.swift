import TextFormats
import Values

extension Spanish {
    func day(_ date: CivilDate) -> String { "\(Self.weekdays[date.weekday - 1]) \(Self.text(date))" }
    func by(_ name: String) -> String { "por \(name)" }
    func from(_ name: String) -> String { "de \(name)" }

    func edited(_ deed: String, _ change: EditedFact, balance: String) -> String {
        "\(deed) (cambiado\(change.text("; antes: ", ": ")); saldo: \(balance))"
    }
    var recoveredVerb: String { "vuelve a tener" }
    func noLongerBelow(_ threshold: String) -> String { "ya no menos de \(threshold)" }
    func recovered(_ child: String, _ balance: String, _ noLongerBelow: String) -> String {
        "\(child) \(recoveredVerb) \(balance), \(noLongerBelow)"
    }

    func allowancePaid(_ child: String, _ amount: String, balance: String) -> String {
        "\(child) ha recibido la paga de \(amount) (saldo: \(balance))"
    }
    func allowanceMissing(_ child: String, _ amount: String, due: String) -> String {
        "\(child) no ha recibido la paga de \(amount) que tocaba el \(due)"
    }
    func allowancePaused(_ child: String) -> String { "La paga de \(child) está en pausa" }
    func allowanceResumed(_ child: String) -> String { "La paga de \(child) se reanuda" }

    func choreWaiting(_ child: String, _ chore: String, _ price: String) -> String {
        "\(child) ha hecho una tarea que espera aprobación: \(chore) (\(price))"
    }
    func choreDue(_ child: String, _ chore: String, _ price: String) -> String {
        "\(child) tiene una tarea por hacer: \(chore) (\(price))"
    }
    func choreApproved(_ child: String, _ chore: String, _ price: String) -> String {
        "\(child) ha ganado \(price): \(chore)"
    }
    func approved(_ name: String) -> String { "aprobado por \(name)" }
    func choreRejected(_ child: String, _ chore: String) -> String {
        "Una tarea de \(child) ha sido rechazada: \(chore)"
    }
    func goalReached(_ child: String, _ goal: String, _ price: String) -> String {
        "\(child) ha ahorrado \(price) y ha alcanzado una meta: \(goal)"
    }
    func wishAffordable(_ child: String, _ wish: String, _ price: String, balance: String) -> String {
        "\(child) puede permitirse un deseo de \(price): \(wish) (saldo: \(balance))"
    }
    func giftWaiting(_ child: String, _ amount: String) -> String {
        "Un regalo de \(amount) para \(child) espera aprobación"
    }

    var approve: String { "Aprobar" }
    var approvalKeptTitle: String { "Aprobación guardada" }
    var notApprovedTitle: String { "No aprobada" }
    func approvalWaits(_ chore: String) -> String {
        "\(chore): tu aprobación queda guardada aquí y saldrá en cuanto se pueda llegar al servidor familiar"
    }
    func orderedBefore(_ chore: String) -> String {
        "\(chore): ya se ha decidido aquí y va de camino al servidor familiar"
    }
    func approvedBefore(_ chore: String) -> String { "\(chore): ya estaba aprobada; nada se paga dos veces" }
    func rejectedBefore(_ chore: String) -> String { "\(chore): ya estaba rechazada y no se aprueba ahora" }
    func notApproved(_ chore: String) -> String { "\(chore): no se ha aprobado; mira: pocketbell pending" }

    var editedTitle: String { "Cambiado" }
    var recoveredTitle: String { "Saldo recuperado" }
    var allowancePaidTitle: String { "Paga recibida" }
    var allowanceMissingTitle: String { "Falta la paga" }
    var allowancePausedTitle: String { "Paga en pausa" }
    var allowanceResumedTitle: String { "Paga reanudada" }
    var choreWaitingTitle: String { "Tarea en espera" }
    var choreApprovedTitle: String { "Tarea aprobada" }
    var choreRejectedTitle: String { "Tarea rechazada" }
    var goalReachedTitle: String { "Meta alcanzada" }
    var wishAffordableTitle: String { "Deseo al alcance" }
    var giftWaitingTitle: String { "Regalo en espera" }

    var sampleRecord: String { "un ejemplo" }
}
