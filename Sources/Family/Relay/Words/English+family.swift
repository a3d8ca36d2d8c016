import TextFormats
import Values

extension English {
    func day(_ date: CivilDate) -> String { ReadableMoment.english(date) }
    func by(_ name: String) -> String { "by \(name)" }
    func from(_ name: String) -> String { "from \(name)" }

    func edited(_ deed: String, _ change: EditedFact, balance: String) -> String {
        "\(deed) (changed\(change.text("; before: ", ": ")); balance \(balance))"
    }
    var recoveredVerb: String { "is back at" }
    func noLongerBelow(_ threshold: String) -> String { "no longer below \(threshold)" }
    func recovered(_ child: String, _ balance: String, _ noLongerBelow: String) -> String {
        "\(child) \(recoveredVerb) \(balance), \(noLongerBelow)"
    }

    func allowancePaid(_ child: String, _ amount: String, balance: String) -> String {
        "\(child) received the allowance of \(amount) (balance \(balance))"
    }
    func allowanceMissing(_ child: String, _ amount: String, due: String) -> String {
        "\(child) has not received the allowance of \(amount) that was due on \(due)"
    }
    func allowancePaused(_ child: String) -> String { "The allowance of \(child) is paused" }
    func allowanceResumed(_ child: String) -> String { "The allowance of \(child) is paid again" }

    func choreWaiting(_ child: String, _ chore: String, _ price: String) -> String {
        "\(child) has done a chore that waits for approval: \(chore) (\(price))"
    }
    func choreDue(_ child: String, _ chore: String, _ price: String) -> String {
        "\(child) has a chore to do: \(chore) (\(price))"
    }
    func choreApproved(_ child: String, _ chore: String, _ price: String) -> String {
        "\(child) earned \(price): \(chore)"
    }
    func approved(_ name: String) -> String { "approved by \(name)" }
    func choreRejected(_ child: String, _ chore: String) -> String {
        "A chore of \(child) was rejected: \(chore)"
    }
    func goalReached(_ child: String, _ goal: String, _ price: String) -> String {
        "\(child) has saved \(price) and reached a goal: \(goal)"
    }
    func wishAffordable(_ child: String, _ wish: String, _ price: String, balance: String) -> String {
        "\(child) can afford a wish for \(price): \(wish) (balance \(balance))"
    }
    func giftWaiting(_ child: String, _ amount: String) -> String {
        "A gift of \(amount) for \(child) waits for approval"
    }

    var approve: String { "Approve" }
    var approvalKeptTitle: String { "Approval kept" }
    var notApprovedTitle: String { "Not approved" }
    func approvalWaits(_ chore: String) -> String {
        "\(chore): your approval is kept here and goes to the family server as soon as that can be reached"
    }
    func orderedBefore(_ chore: String) -> String {
        "\(chore): somebody has decided that here before, and it is on its way to the family server"
    }
    func approvedBefore(_ chore: String) -> String { "\(chore) was approved before; nothing is paid twice" }
    func rejectedBefore(_ chore: String) -> String { "\(chore) was rejected before, and is not approved now" }
    func notApproved(_ chore: String) -> String { "\(chore) was not approved; see: pocketbell pending" }

    var editedTitle: String { "Changed" }
    var recoveredTitle: String { "Balance recovered" }
    var allowancePaidTitle: String { "Allowance paid" }
    var allowanceMissingTitle: String { "Allowance missing" }
    var allowancePausedTitle: String { "Allowance paused" }
    var allowanceResumedTitle: String { "Allowance resumed" }
    var choreWaitingTitle: String { "Chore waits" }
    var choreApprovedTitle: String { "Chore approved" }
    var choreRejectedTitle: String { "Chore rejected" }
    var goalReachedTitle: String { "Goal reached" }
    var wishAffordableTitle: String { "Wish in reach" }
    var giftWaitingTitle: String { "Gift waits" }

    var sampleRecord: String { "a sample" }
}
