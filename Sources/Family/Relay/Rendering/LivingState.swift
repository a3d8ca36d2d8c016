import Store
import TextFormats
import Values

/// A child as it is now, in the message that always shows it: the balance, and what came and went last.
struct LivingState: Sendable, Equatable {
    let title: String
    /// A line for each of the newest transactions, the newest first.
    let text: String

    private static let nameLimit = TextLimit.utf16(60)
    private static let lineLimit = TextLimit.utf16(160)

    /// - Parameter now: when it is read.
    /// - Returns: `nil` for what has a message of its own.
    init?(_ work: DeliveryWork, in locale: AlertLocale, now: Timestamp) {
        guard work.isLiving, let child = work.child else { return nil }
        let words = locale.language.words
        let name = Self.nameLimit.cut(UserText.singleLine(child.firstName))
        let hidesMoney = locale.hides.contains(.amounts), hidesText = locale.hides.contains(.descriptions)
        let balance = child.balance(after: work.newest.first)
        title = words.standing(name, hidesMoney ? HiddenFact.mark : words.text(balance, in: locale.currency))
        text = work.newest.map { row in
            let amount = row.kind == .credit ? row.amount.magnitude : -row.amount.magnitude
            let money = hidesMoney ? HiddenFact.mark : words.signedText(amount, in: locale.currency)
            let deed = "\(money) \(hidesText ? HiddenFact.mark : UserText.singleLine(row.description))"
            let moment = words.moment(ReadableMoment(row.createdAt, in: locale.zone, now: now))
            return words.line(Self.lineLimit.cut(deed), at: moment)
        }.joined(separator: "\n")
    }
}
