import Store
import TestNumbers
import Values

@testable import Relay

/// Who is told of what: people with their quiet hours, and rules, as a number makes them; of 0 all is told everywhere at once.
///
/// What it says of who is quiet when, and whom a transaction is told, are the simulation's own words for it: invariants compare the program's
/// with them.
struct Household: Sendable {
    struct Somebody: Sendable {
        let targets: [String]
        /// Minutes since midnight of every day.
        let quiet: [Range<Int>]
        let child: String?

        fileprivate func isQuiet(_ minute: Int) -> Bool {
            quiet.contains { $0.contains((minute % 1_440 + 1_440) % 1_440) }
        }
    }

    static let plainTargets = ["house", "chat", "pager", "phone"]
    static let allTargets = plainTargets + ["board", "kid", "desk"]
    /// Whose target ``kid`` is.
    static let child = "alice"
    static let kid = "kid"
    /// The problem that rules may wait for.
    static let trouble = AlertRow.Event.connectionLost

    let number: Int
    let people: [Somebody]
    let rules: [Rule]
    let ruleSet: RuleSet

    init(_ number: Int) {
        self.number = number
        guard number > 0 else {
            (people, rules) = ([], [])
            ruleSet = RuleSet(nil, targets: Self.plainTargets)
            return
        }
        var maker = HouseholdMaker(number)
        (people, rules) = (maker.people(), maker.rules())
        ruleSet = RuleSet(rules, targets: Self.allTargets, people: people.map(\.person), zone: .utc)
    }

    /// Until when nobody of a target's people is to be disturbed; `nil`: somebody may be.
    func quietEnd(_ target: String, at moment: Timestamp) -> Timestamp? {
        let owners = people.filter { $0.targets.contains(target) }
        var minute = Int((Double(moment.seconds) / 60).rounded(.down))
        guard !owners.isEmpty, owners.allSatisfy({ $0.isQuiet(minute) }) else { return nil }
        repeat { minute += 1 } while owners.allSatisfy { $0.isQuiet(minute) }
        return Timestamp(seconds: Int64(minute) * 60)
    }

    func rule(_ name: String?) -> Rule? { rules.first { $0.name == name } }

    /// Whether it is told in quiet hours, too, and gathered with nothing.
    func isUrgent(_ event: AlertRow.Event, by rule: String?, isOver: Bool) -> Bool {
        if let urgency = self.rule(rule)?.style.urgency { return urgency == .high }
        return [.balanceLow, .allowanceMissing].contains(event) || event.isProblem && !isOver
    }

    /// Which rule tells which target of a transaction.
    func tellers(of child: String, _ amount: Decimal) -> [String: String] {
        var tellers: [String: String] = [:]
        for rule in rules where rule.events.contains(.transaction) {
            guard rule.match.children.isEmpty || rule.match.children.contains(child),
                amount.magnitude >= rule.match.minimum ?? .zero
            else { continue }
            for target in rule.targets ?? Self.allTargets where target != Self.kid || child == Self.child {
                tellers[target] = tellers[target] ?? rule.name
            }
        }
        return tellers
    }
}

extension Household.Somebody {
    fileprivate var person: Person {
        let hours = quiet.map { QuietHours(days: Set(1...7), start: $0.lowerBound, end: $0.upperBound) }
        return Person(targets: targets, quiet: hours, child: child)
    }
}

/// Makes people and rules of a number.
private struct HouseholdMaker {
    private var dice: SeededNumbers

    init(_ number: Int) { dice = SeededNumbers(seed: UInt64(number) &* 0x2545_F491_4F6C_DD1D) }

    mutating func people() -> [Household.Somebody] {
        [
            Household.Somebody(targets: ["house", "chat", "board", "desk"], quiet: quiet(), child: nil),
            Household.Somebody(targets: ["phone", "pager", "chat"], quiet: quiet(), child: nil),
            Household.Somebody(targets: [Household.kid], quiet: quiet(), child: Household.child),
        ]
    }

    /// A run begins at 08:53.
    private mutating func quiet() -> [Range<Int>] {
        guard dice.chance(65) else { return [] }
        return (0..<number(1...2)).map { _ in
            let start = number(480...800)
            return start..<start + number(5...120)
        }
    }

    mutating func rules() -> [Rule] {
        var rules: [Rule] = []
        if dice.chance(25) {
            var match = RuleMatch()
            match.children = [Household.child]
            rules.append(rule("own", [.transaction], match, [Household.kid, "phone"]))
        }
        if dice.chance(85) { rules.append(rule("money", [.transaction, .withdrawn], RuleMatch(), targets())) }
        if dice.chance(30) {
            var match = RuleMatch()
            match.minimum = Decimal("5.00")
            rules.append(rule("big", [.transaction], match, targets()))
        }
        if dice.chance(60) {
            var low = rule(
                "low", dice.chance(70) ? [.balanceLow, .balanceRecovered] : [.balanceLow], RuleMatch(), targets())
            low.below = Decimal("\(number(60...120)).00")
            rules.append(low)
        }
        if dice.chance(80) {
            let ends: Set<AlertRow.Event> = dice.chance(60) ? [.choreApproved, .choreRejected] : []
            rules.append(rule("chores", ends.union([.choreWaiting]), RuleMatch(), targets()))
        }
        if dice.chance(40) { rules.append(rule("trouble", [Household.trouble], RuleMatch(), targets())) }
        return rules
    }

    private mutating func rule(
        _ name: String, _ events: Set<AlertRow.Event>, _ match: RuleMatch, _ targets: [String]?
    ) -> Rule {
        var style = AlertStyle()
        if dice.chance(15) { style.urgency = .high } else if dice.chance(30) { style.urgency = .normal }
        var rule = Rule(name: name, events: events, match: match, targets: targets, style: style)
        rule.isLiving = dice.chance(30)
        rule.timing = timing()
        return rule
    }

    private mutating func timing() -> RuleTiming {
        var timing = RuleTiming()
        if dice.chance(35) { timing.group = .seconds(number(1...15) * 60) }
        if dice.chance(35) { timing.again = .init(every: .seconds(number(2...20) * 60), times: number(1...3)) }
        if dice.chance(35) {
            var after = 0
            timing.ladder = (0..<number(1...3)).map { _ in
                after += number(2...25) * 60
                return DeliveryTiming.Rung(after: .seconds(after), targets: some())
            }
        }
        if dice.chance(40) { timing.unless = [Household.trouble] }
        return timing
    }

    private mutating func targets() -> [String]? { dice.chance(35) ? nil : some() }
    private mutating func some() -> [String] {
        let few = Household.allTargets.filter { _ in dice.chance(40) }
        return few.isEmpty ? ["house"] : few
    }
    private mutating func number(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &dice) }
}
