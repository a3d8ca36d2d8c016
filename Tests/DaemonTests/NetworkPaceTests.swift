import Testing

@testable import Daemon

@Suite("How soon a change of the network is followed")
struct NetworkPaceTests {
    @Test("the first at once, once addresses and routes are together")
    func first() {
        #expect(NetworkPace().pause(at: .seconds(100)) == NetworkPace.settling)
    }

    @Test("changes without an end are followed ever more seldom, never less than every five minutes")
    func storm() {
        var (pace, now, tries) = (NetworkPace(), Duration.zero, [Duration]())
        while now < .seconds(3_600) {
            now += pace.pause(at: now)
            pace.tried(at: now)
            tries.append(now)
        }
        #expect(tries.count < 25, "\(tries)")
        let gaps = zip(tries, tries.dropFirst()).map { $1 - $0 }
        #expect(gaps.max() == NetworkPace.longest)
        #expect(gaps == gaps.sorted())
    }

    @Test("after a long silence the next is followed at once again")
    func silence() {
        var pace = NetworkPace()
        for second in 1...20 {
            let now = Duration.seconds(second * 2)
            pace.tried(at: now + pace.pause(at: now))
        }
        #expect(pace.pause(at: .seconds(60)) > .seconds(10))
        pace.tried(at: .seconds(10_000))
        #expect(pace.pause(at: .seconds(10_010)) == NetworkPace.settling)
    }
}
