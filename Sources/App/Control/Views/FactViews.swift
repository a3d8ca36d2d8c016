package import JSON
import Store
import Values

extension JSONValue {
    /// A moment in UTC and whole seconds, so that `fromdateiso8601` of jq takes it.
    static func moment(_ moment: Timestamp?) -> JSONValue { text(moment?.wholeSeconds) }

    /// Null for what is not known.
    package static func text(_ text: String?) -> JSONValue { text.map { .string($0) } ?? nil }

    /// An amount, exactly and as text: a reader's binary fractions would round it. What left has a minus.
    static func amount(_ amount: Decimal?) -> JSONValue { text(amount?.moneyText) }

    static func count(_ count: Int) -> JSONValue { .number(JSONNumberText(count)) }

    /// A word of a closed set, as names in JSON are written: `in-doubt` is `inDoubt`.
    package static func word(_ word: String?) -> JSONValue { text(word?.camelCased) }
}

extension String {
    /// As names in JSON are written: `inDoubt` for `in-doubt`.
    var camelCased: String {
        let parts = split(separator: "-")
        return (parts.first ?? "") + parts.dropFirst().map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
    }
}

extension JSONValue {
    /// Who is meant wherever something is about a child.
    init(naming child: ChildRow) {
        self = [
            "id": .string(child.id.rawValue), "name": .string(child.fullName), "firstName": .string(child.firstName),
        ]
    }

    /// A child as commands show it.
    ///
    /// - Parameter pending: what entries move the balance by that the server's does not have yet.
    init(_ child: ChildRow, pending: [Decimal], in currency: Currency) {
        let sum = pending.reduce(Decimal.zero) { $0.adding($1) ?? $0 }
        self = [
            "id": .string(child.id.rawValue), "name": .string(child.fullName), "firstName": .string(child.firstName),
            "balance": .amount(child.balance), "pending": .amount(sum),
            "shown": .amount(child.balance.adding(sum)), "currency": .string(currency.code),
            "seenAt": .moment(child.seenAt),
            "gone": .bool(child.isGone),
        ]
    }

    /// A transaction as commands show it.
    ///
    /// - Parameter child: `nil` where the child's own row cannot be read.
    init(_ transaction: TransactionRow, child: ChildRow?, in currency: Currency) {
        self = [
            "id": .string(transaction.id.rawValue), "state": "synced",
            "child": JSONValue(naming: child, id: transaction.child),
            "amount": .amount(transaction.signedAmount), "currency": .string(currency.code),
            "category": .string(transaction.category), "description": .string(transaction.description),
            "balance": .amount(transaction.balanceAfter), "at": .moment(transaction.createdAt),
            "by": .text(transaction.createdBy), "source": .word(transaction.source.rawValue),
            "late": .bool(transaction.isLate), "intent": nil,
        ]
    }
}

extension ChildRow {
    /// First and last name, of which either may be empty.
    var fullName: String { [firstName, lastName].filter { !$0.isEmpty }.joined(separator: " ") }

    /// Whether a person may call the child so: by first name, full name or id, in any letter case.
    func isNamed(_ text: String) -> Bool {
        let wanted = text.lowercased()
        return [firstName, fullName, id.rawValue].contains { $0.lowercased() == wanted }
    }
}

extension JSONValue {
    /// A silence as lists show it.
    init(_ row: SilenceRow, _ children: [ChildRow]) {
        let (child, target): (JSONValue, JSONValue) =
            switch row.subject {
            case .child(let server, let id):
                (.text(children.first { $0.server == server && $0.id == id }?.fullName ?? id.rawValue), nil)
            case .target(let name): (nil, .text(name))
            }
        self = [
            "number": .count(Int(row.number)), "child": child, "target": target, "until": .moment(row.until),
            "createdAt": .moment(row.createdAt),
        ]
    }
}
