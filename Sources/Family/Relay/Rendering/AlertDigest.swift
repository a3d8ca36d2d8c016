import Store
import TextFormats
import Values

/// Several alerts as one message: what was urgent by name, what came and went by child, the newest in full.
struct AlertDigest: Sendable, Equatable {
    /// What came and went for one child.
    struct Sum: Sendable, Equatable {
        let childID: String
        /// No other child of the digest has it.
        let name: String
        /// Of all its transactions, with sign; `nil` if it is hidden, or has more digits than anybody has money.
        var amount: Decimal?
        var count: Int
    }

    /// In the order in which they were caused; at least one.
    let members: [RenderedAlert]
    /// By child, in the order in which they first come.
    let sums: [Sum]
    /// Of each low balance, each record and each problem the last word, in order.
    let urgent: [RenderedAlert]
    /// When the oldest of them happened, however much later it was found.
    let since: Timestamp
    let title: String
    /// Several lines; the urgent ones first, because a target may cut the end.
    let text: String

    /// Told in full at the end.
    private static let newest = 3
    /// Children named with what came and went; of more the number is told.
    private static let named = 10
    private static let nameLimit = TextLimit.utf16(40)
    private static let lineLimit = TextLimit.utf16(200)

    /// - Parameters:
    ///   - members: at least one.
    ///   - now: when it is read.
    init(_ members: [RenderedAlert], in locale: AlertLocale, now: Timestamp) {
        self.members = members
        sums = Self.sums(of: members)
        urgent = Self.urgent(of: members)
        let words = locale.language.words
        title = words.alerts(members.count)
        since = Self.byTime(members)[0].facts.at
        let moment = { words.moment(ReadableMoment($0, in: locale.zone, now: now)) }
        let movements = members.filter(\.facts.event.isMovement)
        let newest = Self.byTime(movements).suffix(Self.newest)
        text = Self.text(
            "\(title) \(words.since(ReadableMoment(since, in: locale.zone, now: now)))", urgent: urgent.map(Self.line),
            sums: sums.map { Self.line($0, locale) },
            // Where nothing is left out none is among others.
            heading: newest.count == movements.count ? nil : words.newest(newest.count),
            newest: newest.map { Self.line($0, unless: moment(now)) },
            weeks: members.filter { $0.facts.event == .summary }.flatMap(Self.lines), words)
    }

    /// The one by which the whole is judged: the newest urgent one, else the newest.
    var foremost: RenderedAlert { urgent.last ?? members[members.count - 1] }

    /// As soon as for the most pressing of them.
    var urgency: AlertStyle.Urgency {
        let all = Set(members.map(\.urgency))
        return all.contains(.high) ? .high : all.contains(.normal) ? .normal : .low
    }

    private static func text(
        _ head: String, urgent: [String], sums: [String], heading: String?,
        newest: [String], weeks: [String], _ words: any Vocabulary
    ) -> String {
        let more = sums.count - named
        let told = sums.prefix(named) + (more > 0 ? [words.more(more)] : [])
        var lines = [head] + urgent
        if !told.isEmpty { lines.append(told.joined(separator: ", ")) }
        if let heading { lines.append(heading) }
        return (lines + newest + weeks).joined(separator: "\n")
    }

    /// What happened at one moment stays in its order: a scan finds the transactions child by child.
    private static func byTime(_ members: [RenderedAlert]) -> [RenderedAlert] {
        members.enumerated().sorted { ($0.element.facts.at, $0.offset) < ($1.element.facts.at, $1.offset) }.map(
            \.element)
    }

    /// With its moment, unless that is `now` or its own words say it.
    private static func line(_ alert: RenderedAlert, unless now: String) -> String {
        let text = UserText.singleLine(alert.text)
        let isSaid = alert.moment == now || text.contains(text: alert.moment)
        return lineLimit.cut(isSaid ? text : alert.words.line(text, at: alert.moment))
    }

    /// A summary as it comes by itself.
    private static func lines(_ alert: RenderedAlert) -> [String] {
        ([alert.title] + alert.text.split(separator: "\n").map(String.init)).map {
            lineLimit.cut(UserText.singleLine($0))
        }
    }

    private static func line(_ alert: RenderedAlert) -> String { lineLimit.cut(UserText.singleLine(alert.text)) }

    private static func line(_ sum: Sum, _ locale: AlertLocale) -> String {
        let amount = sum.amount.map { "\(locale.language.words.signedText($0, in: locale.currency)) " } ?? ""
        return "\(sum.name) \(amount)(\(sum.count))"
    }

    private static func sums(of members: [RenderedAlert]) -> [Sum] {
        var sums: [Sum] = []
        // Money that is told again has moved once.
        var counted = Set(members.map(\.facts).filter { $0.reminder == nil }.compactMap(\.movement?.id))
        let movements = members.map(\.facts).filter { facts in
            guard facts.event.isMovement, let movement = facts.movement else { return false }
            return facts.reminder == nil || counted.insert(movement.id).inserted
        }
        for facts in movements {
            guard let movement = facts.movement else { continue }
            let amount = movement.amount.map { movement.isCredit ? $0 : -$0 }
            if let index = sums.firstIndex(where: { $0.childID == facts.childID }) {
                sums[index].amount = amount.flatMap { sums[index].amount?.adding($0) }
                sums[index].count += 1
            } else {
                let name = name(of: facts, among: movements)
                sums.append(Sum(childID: facts.childID, name: name, amount: amount, count: 1))
            }
        }
        return sums
    }

    /// As short as tells the child from the others: of one first name each has its last name too, and if that is the same its id.
    private static func name(of child: AlertFacts, among all: [AlertFacts]) -> String {
        let others = all.filter { $0.childID != child.childID }
        if !others.contains(where: { $0.firstName == child.firstName }) { return nameLimit.cut(child.firstName) }
        let name = nameLimit.cut(child.fullName)
        return others.contains { nameLimit.cut($0.fullName) == name } ? "\(name), \(child.childID)" : name
    }

    private static func urgent(of members: [RenderedAlert]) -> [RenderedAlert] {
        var told: Set<[String]> = []
        return members.reversed().filter { member in
            let facts = member.facts
            guard !facts.event.isMovement, facts.event != .summary, facts.event != .drill else { return false }
            return told.insert([facts.event.rawValue, facts.childID, facts.rule ?? "", facts.subject]).inserted
        }.reversed()
    }
}
