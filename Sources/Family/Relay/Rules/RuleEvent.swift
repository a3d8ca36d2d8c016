package import Store

/// What a rule can be about, in the words of the file: one event, or all of a sort.
package struct RuleEvent: RawRepresentable, CaseIterable, Sendable, Hashable {
    /// What it is about, which says what of a rule's keys means something for it.
    package typealias Topic = AlertTopic

    /// Events that have a word together.
    private enum Sort: String {
        case allowance, chore, problem

        /// - Returns: `nil` of an event that has nothing but its own word.
        init?(of event: AlertRow.Event) {
            switch event.topic {
            case .allowance: self = .allowance
            case .transaction where event == .allowancePaid: self = .allowance
            case .chore: self = .chore
            case .problem: self = .problem
            case .transaction, .balance, .goal, .wish, .gift, .summary, .drill: return nil
            }
        }
    }

    /// The word.
    package let rawValue: String
    /// What the store calls what it stands for, at least one.
    package let alerts: [AlertRow.Event]

    private init(_ event: AlertRow.Event) { (rawValue, alerts) = (event.rawValue, [event]) }

    private init(_ sort: Sort) {
        (rawValue, alerts) = (sort.rawValue, AlertRow.Event.allCases.filter { Sort(of: $0) == sort })
    }

    /// `nil` for what is none of the words.
    package init?(rawValue: String) {
        guard let event = Self.allCases.first(where: { $0.rawValue == rawValue }) else { return nil }
        self = event
    }

    /// In the order in which they are listed: a sort before the first of it. Drills come without a rule.
    package static let allCases: [RuleEvent] = {
        var (words, named): ([RuleEvent], Set<Sort>) = ([], [])
        for event in AlertRow.Event.allCases where event != .drill {
            if let sort = Sort(of: event), named.insert(sort).inserted { words.append(RuleEvent(sort)) }
            words.append(RuleEvent(event))
        }
        return words
    }()

    // Those that a file's checks name.
    package static let transaction = RuleEvent(.transaction)
    package static let withdrawn = RuleEvent(.withdrawn)
    package static let summary = RuleEvent(.summary)

    /// What its alerts are about: a rule's keys mean something for some of these.
    package var topics: Set<Topic> { Set(alerts.map(\.topic)) }

    /// Whether a child may hear of any of it.
    package var isForChildren: Bool { alerts.contains(where: \.isForChildren) }

    /// The words of those that have such a topic, for messages.
    package static func naming(where has: (Topic) -> Bool) -> String {
        allCases.filter { $0.topics.contains(where: has) }.map(\.rawValue).joined(separator: ", ")
    }
}

/// What may be wrong while a rule is not to tell, in the words of the file: problems of an account, or of the whole program.
package struct RuleObstacle: RawRepresentable, CaseIterable, Sendable {
    /// What the store calls it.
    package let alert: AlertRow.Event

    /// The word.
    package var rawValue: String { alert.rawValue }

    private init(_ alert: AlertRow.Event) { self.alert = alert }

    /// `nil` for what is none of the words.
    package init?(rawValue: String) {
        guard let obstacle = Self.allCases.first(where: { $0.rawValue == rawValue }) else { return nil }
        self = obstacle
    }

    /// In the order in which they are listed.
    package static let allCases: [RuleObstacle] = [
        .signInNeeded, .connectionLost, .historyShorter, .hubDeaf, .balanceUnexplained, .accountingBroken, .diskFull,
    ].map { RuleObstacle($0) }
}
