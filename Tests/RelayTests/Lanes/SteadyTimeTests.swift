import Testing
import Values

@testable import Relay

@Suite("Time that nobody can set")
struct SteadyTimeTests {
    private static let start = Timestamp(seconds: 1_000_000)

    @Test("it advances by running time, whatever the wall shows")
    func advances() {
        let time = SteadyTime(wall: Self.start, running: .seconds(50))
        #expect(time.now(running: .seconds(50)) == Self.start)
        #expect(time.now(running: .seconds(110)) == Self.start.advanced(by: .seconds(60)))
    }

    @Test(
        "a wall that wanders is followed by nobody; one that was set is, once", arguments: [-7_200, 7_200, 400_000_000])
    func steps(_ seconds: Int64) {
        var time = SteadyTime(wall: Self.start, running: .zero)
        #expect(time.step(wall: Self.start.advanced(by: .seconds(10.9)), running: .seconds(10)) == nil)
        #expect(time.step(wall: Self.start.advanced(by: .seconds(9.1)), running: .seconds(10)) == nil)
        let wall = Self.start.advanced(by: .seconds(seconds + 10))
        #expect(time.step(wall: wall, running: .seconds(10)) == .seconds(seconds))
        time.take(step: .seconds(seconds))
        #expect(time.step(wall: wall, running: .seconds(10)) == nil)
        #expect(time.now(running: .seconds(10)) == wall)
    }
}
