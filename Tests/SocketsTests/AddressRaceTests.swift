import Testing

@testable import Sockets

@Suite("Race of addresses")
struct AddressRaceTests {
    @Test("gives the first a head start, then lets the next one join in")
    func joins() {
        var race = AddressRace(count: 3)
        #expect(race.begin() == [.start(0), .wait])
        #expect(race.headStartOver() == [.start(1), .wait])
        #expect(race.headStartOver() == [.start(2)])
        #expect(race.headStartOver() == [])
        #expect(race.running == [0, 1, 2])
    }

    @Test("follows a failure at once, and gives up only when nobody runs any more")
    func failures() {
        var race = AddressRace(count: 3)
        _ = race.begin()
        #expect(race.failed(0) == [.start(1), .wait])
        #expect(race.failed(1) == [.start(2)])
        #expect(race.failed(1) == [], "told twice")
        #expect(race.failed(2) == [.giveUp])
        var slow = AddressRace(count: 2)
        _ = slow.begin()
        _ = slow.headStartOver()
        #expect(slow.failed(1) == [], "the first may still win")
        #expect(slow.failed(0) == [.giveUp])
    }

    @Test("gives up at once without an address")
    func none() {
        var race = AddressRace(count: 0)
        #expect(race.begin() == [.giveUp])
    }

    @Test("never runs more than its limit: the oldest makes room")
    func bounded() {
        var race = AddressRace(count: 100)
        _ = race.begin()
        for index in 1..<AddressRace.limit { #expect(race.headStartOver().first == .start(index)) }
        #expect(race.headStartOver() == [.drop(0), .start(8), .wait])
        #expect(race.failed(0) == [], "dropped already")
        for _ in 0..<200 { _ = race.headStartOver() }
        #expect(race.running == Array(92..<100))
    }

    @Test(
        "takes both families by turns, beginning with the resolver's first",
        arguments: [
            ([], []), ([6, 6, 6, 4, 4], [6, 4, 6, 4, 6]), ([4, 4, 6], [4, 6, 4]), ([4, 4], [4, 4]), ([6], [6]),
        ])
    func turns(_ found: [Int], _ expected: [Int]) {
        #expect(AddressRace.byTurns(found) { $0 == 6 } == expected)
    }

    @Test("keeps the order within a family")
    func order() {
        #expect(AddressRace.byTurns([60, 61, 40, 62, 41]) { $0 >= 60 } == [60, 40, 61, 41, 62])
    }
}
