/// One sum that has to come out: whatever was taken in is in exactly one of its parts.
package struct Book: Sendable, Equatable {
    /// What is counted; the words travel in `--json`.
    package enum Subject: String, Sendable, CaseIterable {
        /// What the hub announced.
        case hints
        /// What people entered here.
        case intents
        /// What somebody is told, through one target or all of them.
        case deliveries
        /// Sendings that have not ended: the deliveries that say so of themselves.
        case attempts

        /// For sentences, of several.
        package var noun: String {
            switch self {
            case .hints: "announcements of the hub"
            case .intents: "entries"
            case .deliveries: "deliveries"
            case .attempts: "attempts"
            }
        }
    }

    /// What became of some of them.
    package struct Part: Sendable, Equatable {
        /// In the store's word, such as `in-doubt`.
        package let name: String
        /// How many.
        package let count: Int

        init(_ name: String, _ count: Int) { (self.name, self.count) = (name, count) }
    }

    /// What is counted.
    package let subject: Subject
    /// Of which target; `nil` for all together.
    package let target: String?
    /// All that were ever taken in, counted by itself.
    package let taken: Int
    /// In the order in which people read them.
    package let parts: [Part]

    init(_ subject: Subject, of target: String? = nil, taken: Int, parts: [Part]) {
        self.subject = subject
        self.target = target
        self.taken = taken
        self.parts = parts
    }

    /// What the parts come to.
    package var found: Int { parts.reduce(0) { $0 + $1.count } }
    /// Whether nothing was lost.
    package var isBalanced: Bool { taken == found }

    /// What does not come out, for people: lower case, without a full stop.
    package var fault: String {
        "of \(taken) \(subject.noun)\(target.map { " to \($0)" } ?? "") \(found) are accounted for"
    }
}
