package import Store

/// That approving is allowed where a popup is shown, and by whose login.
package struct ApprovalTerms: Sendable, Equatable {
    /// An account's name; `nil`: the only parent's that sees the child.
    package let account: String?

    package init(account: String?) { self.account = account }
}

/// A click on the button by which a chore is approved.
package struct ApprovalClick: Sendable, Equatable {
    /// Which told of the chore.
    package let alert: AlertRow.Key
    /// Where it was shown.
    package let target: String

    package init(alert: AlertRow.Key, target: String) { (self.alert, self.target) = (alert, target) }
}

/// What a person should hear of such a click: all but that it was done.
package struct ApprovalNotice: Sendable, Equatable {
    package enum Outcome: Sendable, Equatable {
        /// It is kept here, and the family server has not taken it yet.
        case waits
        /// Somebody has ordered it here before.
        case orderedBefore
        case approvedBefore
        case rejectedBefore
        /// It was not approved; the reason for people, in whichever words there are.
        case refused(String)
    }

    package let outcome: Outcome
    /// Of the alert that told of the chore; without a name where that cannot be had.
    let details: String
    /// What tells this notice from others: it is shown once.
    let occasion: String

    package init(_ outcome: Outcome, details: String, occasion: String) {
        (self.outcome, self.details, self.occasion) = (outcome, details, occasion)
    }
}

extension Popup {
    /// One that stands for no alert.
    init(_ notice: ApprovalNotice, in locale: AlertLocale) {
        let words = locale.language.words
        let hidesWords = locale.hides.contains(.descriptions)
        let name = AlertDetails(stored: notice.details).name
        let chore = hidesWords ? HiddenFact.mark : name ?? ""
        delivery = AlertRenderer.identity(of: "approval|\(notice.occasion)")
        alerts = []
        (title, text) =
            switch notice.outcome {
            case .waits: (words.approvalKeptTitle, words.approvalWaits(chore))
            case .orderedBefore: (words.approvalKeptTitle, words.orderedBefore(chore))
            case .approvedBefore: (words.choreApprovedTitle, words.approvedBefore(chore))
            case .rejectedBefore: (words.choreRejectedTitle, words.rejectedBefore(chore))
            // What a server or a person wrote may say what is not shown here.
            case .refused(let reason):
                (
                    words.notApprovedTitle,
                    locale.hides.isEmpty
                        ? UserText.cleaned([name, reason].compactMap(\.self).joined(separator: ": "))
                        : words.notApproved(name == nil ? HiddenFact.mark : chore)
                )
            }
        urgency = .normal
        icon = nil
        category = "x-pocketbell.approval"
        link = nil
        labels = Labels(open: words.open, seen: words.seen)
    }
}
