import Values

/// What two rules have in common, for who looks for mistakes in them.
extension RuleMatch {
    /// Whether it lets through all that the other one does. What cannot be known for sure is a no.
    package func covers(_ other: RuleMatch) -> Bool {
        Self.covers(Self.lowercased(children), Self.lowercased(other.children))
            && Self.covers(Set(accounts), Set(other.accounts)) && Self.covers(kinds, other.kinds)
            && Self.covers(Self.lowercased(categories), Self.lowercased(other.categories))
            && (minimum ?? .zero) <= (other.minimum ?? .zero) && (late == nil || late == other.late)
            && (maximum.map { own in other.maximum.map { $0 <= own } ?? false } ?? true)
            && (matching.isEmpty || !other.matching.isEmpty && other.matching.allSatisfy(matching.contains))
            && (times.isEmpty || !other.times.isEmpty && other.minutes.isSubset(of: minutes))
    }

    /// Whether something may come that both let through, children taken as they are called. What cannot be known for sure is a yes.
    package func mayMeet(_ other: RuleMatch) -> Bool {
        Self.meet(Self.lowercased(children), Self.lowercased(other.children))
            && Self.meet(kinds, other.kinds)
            && Self.meet(Self.lowercased(categories), Self.lowercased(other.categories))
            && (minimum ?? .zero) <= (other.maximum ?? maximum ?? minimum ?? .zero)
            && (other.minimum ?? .zero) <= (maximum ?? other.maximum ?? other.minimum ?? .zero)
            && (late == nil || other.late == nil || late == other.late)
            && (times.isEmpty || other.times.isEmpty || !minutes.isDisjoint(with: other.minutes))
    }

    /// An empty set stands for everything.
    private static func covers<Word>(_ own: Set<Word>, _ other: Set<Word>) -> Bool {
        own.isEmpty || !other.isEmpty && other.isSubset(of: own)
    }

    private static func meet<Word>(_ own: Set<Word>, _ other: Set<Word>) -> Bool {
        own.isEmpty || other.isEmpty || !own.isDisjoint(with: other)
    }

    private static func lowercased(_ words: [String]) -> Set<String> { Set(words.map { $0.lowercased() }) }

    /// Of a week, in which they are on.
    private var minutes: Set<Int> {
        Set(
            times.flatMap { hours in
                let length = hours.end > hours.start ? hours.end - hours.start : hours.end - hours.start + 1_440
                return hours.days.flatMap { day in
                    let start = (day - 1) * 1_440 + hours.start
                    return (start..<start + length).map { $0 % 10_080 }
                }
            })
    }
}
