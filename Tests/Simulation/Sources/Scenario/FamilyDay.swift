import TestNumbers

/// What people do with alerts in one run, and what of the program's own they are told of. It has dice of its own: what else happens in a seed's
/// run stays as it was.
struct FamilyDay {
    private var dice: SeededNumbers
    private let length: Int
    private var stimuli: [Stimulus] = []

    /// - Parameter length: of the run, in microseconds.
    init(seed: UInt64, length: Int) {
        dice = SeededNumbers(seed: seed ^ 0xFA31_1700_DA71)
        self.length = length
    }

    /// The number of a ``Household``, and what goes with it; most runs have one.
    mutating func make() -> (household: Int, stimuli: [Stimulus]) {
        guard dice.chance(75) else { return (0, []) }
        let household = number(1...999_999)
        // Which target, which of the alerts that it has shown.
        if dice.chance(75) { for _ in 0..<number(1...40) { put(.see, moment(), number(0...6), number(0...1_000)) } }
        // A child (0) or a target (1), which one, for how many seconds.
        if dice.chance(60) {
            for _ in 0..<number(1...5) { put(.silence, moment(), number(0...1), number(0...6), number(60...5_400)) }
        }
        chores()
        if dice.chance(50) { troubles() }
        if dice.chance(40) {
            for _ in 0..<number(1...3) { put(.reload, moment(), dice.chance(60) ? household : number(1...999_999)) }
        }
        // Nobody is at the desk for so many seconds.
        if dice.chance(60) { for _ in 0..<number(1...4) { put(.away, moment(), number(30...5_400)) } }
        return (household, stimuli)
    }

    private mutating func chores() {
        for id in 0..<number(0...10) {
            let (child, at) = (number(0...2), moment())
            // Child, which one, what of it: 0 it waits, 1 a parent is content, 2 a parent is not.
            put(.chore, at, child, id, 0)
            if dice.chance(70) { put(.chore, at + number(0...3_600) * 1_000_000, child, id, number(1...2)) }
        }
    }

    private mutating func troubles() {
        for _ in 0..<number(1...3) {
            let (login, at) = (dice.chance(80) ? 0 : 1, moment())
            // Which login's connection, whether it is over.
            put(.problem, at, login, 0)
            put(.problem, at + number(1...3_600) * 1_000_000, login, 1)
        }
    }

    private mutating func number(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &dice) }
    private mutating func moment() -> Int { number(5_000_000...length) }
    private mutating func put(_ name: Stimulus.Name, _ at: Int, _ numbers: Int...) {
        stimuli.append(Stimulus(at: at, name: name, numbers: numbers))
    }
}
