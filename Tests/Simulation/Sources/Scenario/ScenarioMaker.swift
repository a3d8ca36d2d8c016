import TestNumbers

/// Makes a scenario of a seed: which kinds of faults there are at all is drawn first, so that some runs have many of one kind and
/// some have none.
struct ScenarioMaker {
    private var dice: SeededNumbers
    private let seed: UInt64
    private var stimuli: [Stimulus] = []
    private let length: Int

    /// - Parameter hours: in which things go wrong.
    init(seed: UInt64, hours: Double = 3) {
        self.seed = seed
        dice = SeededNumbers(seed: seed)
        length = Int(hours * 3_600 * 1_000_000)
    }

    static func scenario(seed: UInt64) -> Scenario {
        var maker = ScenarioMaker(seed: seed)
        return maker.make()
    }

    private mutating func make() -> Scenario {
        var scenario = Scenario(seed: seed)
        scenario.dialect = number(0...1)
        scenario.accounts = dice.chance(25) ? 2 : 1
        scenario.serverOffset = dice.chance(30) ? number(-900...900) : 0
        put(.up, at: 1_000_000)
        life()
        // Every eighth run is quiet: what goes wrong there is not for the faults.
        if !dice.chance(12) { faults() }
        var day = FamilyDay(seed: seed, length: length)
        let told = day.make()
        scenario.household = told.household
        stimuli += told.stimuli
        scenario.stimuli = stimuli.enumerated().sorted { ($0.element.at, $0.offset) < ($1.element.at, $1.offset) }
            .map(\.element)
        return scenario
    }

    // MARK: A family's life

    private mutating func life() {
        for _ in 0..<number(5...60) {
            // Child, cents, fate of its hub messages (0 told, 1 lost, 2 told twice, 3 in the wrong order, 4 half of them), text.
            put(.add, number(0...2), cents(), fate(), number(0...3), 0, 0)
        }
        let enters = dice.chance(70)
        for _ in 0..<(enters ? number(1...12) : 0) { put(.enter, number(0...2), cents(), number(0...3)) }
        // Deed (0 add, 1 edit, 2 buy, 3 remove a wish, 4 save money, 5 do a chore), child, which text and price, which login.
        let orders = dice.chance(60)
        for _ in 0..<(orders ? number(1...10) : 0) { put(.order, deed(), number(0...2), number(0...30), number(0...1)) }
        for _ in 0..<number(0...3) { put(.move, number(0...2), cents()) }
        if dice.chance(50) { put(.scan) }
        if dice.chance(20) { rush() }
    }

    /// More rows of one child in a few minutes than a first page has, some of them seen later than they were made.
    private mutating func rush() {
        let (at, child) = (moment(), number(0...2))
        for _ in 0..<number(30...80) {
            put(
                .add, at: at + number(0...200_000_000), child, cents(), dice.chance(50) ? 1 : 0, number(0...3),
                dice.chance(20) ? number(60...480) : 0, 0)
        }
    }

    private mutating func deed() -> Int { dice.chance(40) ? 0 : number(1...5) }
    private mutating func fate() -> Int { dice.chance(70) ? 0 : number(1...4) }
    private mutating func cents() -> Int { number(1...40) * 25 * (dice.chance(60) ? 1 : -1) }

    // MARK: Faults

    private mutating func faults() {
        if some() { hub() }
        if some() { lateRows() }
        if dice.chance(25) { forgetfulness() }
        if some() {
            for _ in 0..<number(1...15) { put(.reads, number(0...6), number(1...4), number(1...900), number(0...6)) }
        }
        if some() { posts() }
        if some() { orders() }
        if dice.chance(30) { photos() }
        if dice.chance(20) { people() }
        // Seconds that answers are behind, and for how long.
        if dice.chance(20) { for _ in 0..<number(1...4) { put(.stale, number(1...25), number(30...900)) } }
        if some() { sinks() }
        if some() { for _ in 0..<number(1...20) { put(.crash, number(0...1), number(0...12), number(0...120)) } }
        if dice.chance(25) { storms() }
        if dice.chance(30) { for _ in 0..<number(1...3) { put(.full, number(1...900)) } }
        if dice.chance(20) { put(.ioerror, number(0...1)) }
        if dice.chance(40) { clocks() }
        if dice.chance(40) { for _ in 0..<number(1...3) { put(.edit, number(0...1_000), cents()) } }
        if dice.chance(40) {
            for _ in 0..<number(1...4) { put(dice.chance(50) ? .retry : .discard) }
        }
    }

    private mutating func hub() {
        for _ in 0..<number(1...12) {
            let at = moment()
            put(.down, at: at)
            put(.up, at: at + number(1...600) * 1_000_000)
        }
        for _ in 0..<number(0...3) { put(.deaf, number(10...3_000)) }
        for _ in 0..<number(0...5) { put(.garbage) }
        for _ in 0..<number(0...3) { put(.ghost, number(0...2)) }
    }

    /// Rows that are to be seen later than they were made, by up to the lookback, and some later still.
    private mutating func lateRows() {
        for _ in 0..<number(1...15) {
            let seconds = dice.chance(85) ? number(1...400) : number(600...20_000)
            put(.add, number(0...2), cents(), fate(), number(0...3), seconds, 0)
            put(.add, number(0...2), cents(), fate(), number(0...3), 0, number(0...300))
        }
    }

    /// Lists that lack rows for a while, some of them many at once; one that counts more than it lists, for ever.
    private mutating func forgetfulness() {
        for _ in 0..<number(1...4) {
            put(.hide, number(0...200), dice.chance(70) ? number(1...2) : number(3...20), number(1...4_000))
        }
        if dice.chance(40) { put(.total, number(1...3)) }
    }

    private mutating func posts() {
        for _ in 0..<number(1...10) {
            let at = moment()
            // Which answer, how many, seconds for those that know some.
            put(.posts, at: at, number(0...7), number(1...3), number(1...55))
            put(.enter, at: at + number(0...5_000_000), number(0...2), cents(), number(0...3))
            // The same by the other login, if there are two.
            if dice.chance(40) {
                let (child, cents, text) = (number(0...2), cents(), number(0...3))
                put(.enter, at: at + number(0...5_000_000), child, cents, text)
                put(.enter, at: at + number(0...5_000_000), child, cents, text ^ 1)
            }
            if dice.chance(30) { put(.twin, at: at + number(0...60_000_000)) }
            // Between the look before an entry and its mark, if it comes to that.
            if dice.chance(15) { put(.clock, at: at + number(0...6_000_000), dice.chance(50) ? -7_200 : 7_200) }
        }
    }

    private mutating func orders() {
        for _ in 0..<number(1...10) {
            let at = moment()
            put(.posts, at: at, dice.chance(10) ? 9 : number(0...7), number(1...3), number(1...55))
            let (child, text) = (number(0...2), number(0...30))
            put(.order, at: at + number(0...5_000_000), deed(), child, text, number(0...1))
            if dice.chance(40) { put(.order, at: at + number(0...20_000_000), deed(), child, text, number(0...1)) }
            // The same wish by somebody else (0), a change of one (1 its price, 2 it is bought, 3 it is gone), or the same chore (4).
            if dice.chance(50) { put(.wish, at: at + number(0...60_000_000), number(0...4), number(0...30)) }
        }
        if dice.chance(40) { twins() }
        // Servers that are later than can be expected.
        if dice.chance(15) { for _ in 0..<number(1...3) { put(.posts, 8, 1, number(1...55)) } }
    }

    /// A wish that was ordered is made by somebody else, too, and ordered again at once, of which nothing comes at first.
    private mutating func twins() {
        for _ in 0..<number(1...3) {
            let (at, child, text) = (moment(), number(0...2), number(0...30))
            put(.order, at: at, 0, child, text, 0)
            let again = at + number(2_000_000...10_000_000)
            put(.wish, at: again, 0, 0)
            put(.posts, at: again, 3, 1, 0)
            put(.order, at: again + number(0...2_000_000), 0, child, text, 0)
        }
    }

    /// Photos whose program is killed while they are on their way, or which the server does not keep.
    private mutating func photos() {
        for _ in 0..<number(1...3) {
            let at = moment()
            if dice.chance(30) { put(.posts, at: at, 9, 1, 0) }
            // What is refused waits for a person, and by a clock that is set it waits for years.
            if dice.chance(25) {
                put(.posts, at: at, 5, 1, 0)
                put(.clock, at: at + number(60...600) * 1_000_000, 315_360_000)
            }
            put(.order, at: at, 5, number(0...2), number(0...30), number(0...1))
            put(.crash, at: at + number(100_000...5_000_000), 0, 0, number(0...120))
        }
    }

    /// Another person's login, or nobody's, for a while; both order something.
    private mutating func people() {
        for _ in 0..<number(1...4) {
            let at = moment()
            put(.person, at: at, dice.chance(60) ? 2 : 0)
            for _ in 0..<number(0...3) {
                put(.order, at: at + number(-60_000_000...600_000_000), deed(), number(0...2), number(0...30), 0)
                put(.enter, at: at + number(-60_000_000...600_000_000), number(0...2), cents(), number(0...3))
            }
            put(.person, at: at + number(1...2_400) * 1_000_000, 1)
        }
    }

    private mutating func sinks() {
        for _ in 0..<number(1...15) { put(.sink, number(0...3), number(0...6), number(1...4), number(1...7_200)) }
    }

    /// Kills one after the other, also of a program that has not come up yet.
    private mutating func storms() {
        let at = moment()
        for index in 0..<number(3...12) { put(.crash, at: at + index * number(1...8) * 100_000, 0, number(0...3), 0) }
    }

    private mutating func clocks() {
        let steps = [7_200, -7_200, 315_360_000, -1_700_000_000, 30, -30, 90_000]
        for _ in 0..<number(1...4) { put(.clock, steps[number(0...steps.count - 1)]) }
        for _ in 0..<number(0...2) { put(.suspend, number(60...28_800)) }
    }

    // MARK: Dice

    private mutating func some() -> Bool { dice.chance(50) }
    private mutating func number(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &dice) }
    private mutating func moment() -> Int { number(5_000_000...length) }
    private mutating func put(_ name: Stimulus.Name, _ numbers: Int...) {
        let at = moment()
        stimuli.append(Stimulus(at: at, name: name, numbers: numbers))
    }
    private mutating func put(_ name: Stimulus.Name, at: Int, _ numbers: Int...) {
        stimuli.append(Stimulus(at: at, name: name, numbers: numbers))
    }
}
