import Testing

@testable import Store

@Suite("Room on the disk")
struct RoomMachineTests {
    private static let mega = 1 << 20
    private static func room(_ free: Int, ballast: Int = 16 << 20, total: Int = 100 << 30) -> RoomReading {
        RoomReading(free: free, total: total, ballast: ballast)
    }

    private static let ample = room(1 << 30)
    private static let low = room(100 * mega)
    private static let full = room(4 * mega)

    private static func machine(in phase: RoomMachine.Phase) -> RoomMachine {
        var machine = RoomMachine()
        switch phase {
        case .ok: break
        case .low: _ = machine.take(.measured(low))
        case .full: _ = machine.take(.refused)
        case .proving:
            _ = machine.take(.refused)
            _ = machine.take(.measured(ample))
        }
        return machine
    }

    private struct Step: Equatable {
        let phase: RoomMachine.Phase
        let effects: [RoomMachine.Effect]

        init(_ phase: RoomMachine.Phase, _ effects: [RoomMachine.Effect] = []) {
            (self.phase, self.effects) = (phase, effects)
        }
    }

    private static let events: [RoomMachine.Event] = [
        .measured(ample), .measured(low), .measured(full), .refused, .proven(ample), .proven(low), .disproven,
    ]

    /// In the order of the events.
    private static func steps(from phase: RoomMachine.Phase) -> [Step] {
        let fills = Step(.full, [.releaseBallast, .emptyLog, .tellFull])
        switch phase {
        case .ok: return [Step(.ok), Step(.low, [.purge, .warn]), fills, fills, Step(.ok), Step(.ok), Step(.ok)]
        case .low: return [Step(.ok), Step(.low), fills, fills, Step(.low), Step(.low), Step(.low)]
        case .full:
            return [
                Step(.proving, [.makeBallast]), Step(.proving, [.makeBallast]),
                Step(.full, [.releaseBallast, .emptyLog]),
                Step(.full), Step(.full), Step(.full), Step(.full),
            ]
        case .proving:
            return [
                Step(.proving), Step(.proving), Step(.full, [.releaseBallast]),
                Step(.full, [.releaseBallast, .emptyLog]), Step(.ok, [.emptyLog, .goOn]),
                Step(.low, [.purge, .warn, .emptyLog, .goOn]), Step(.full, [.releaseBallast]),
            ]
        }
    }

    @Test("every state with every event", arguments: RoomMachine.Phase.allCases)
    func table(_ phase: RoomMachine.Phase) {
        let start = Self.machine(in: phase)
        #expect(start.phase == phase)
        for (event, expected) in zip(Self.events, Self.steps(from: phase)) {
            var machine = start
            let effects = machine.take(event)
            #expect(Step(machine.phase, effects) == expected, "\(phase) \(event)")
        }
    }

    @Test("a ballast that is missing is made while there is room, and never while there is none")
    func missingBallast() {
        for phase in [RoomMachine.Phase.ok, .low] {
            var machine = Self.machine(in: phase)
            #expect(machine.take(.measured(Self.room(1 << 30, ballast: 0))) == [.makeBallast])
        }
        var machine = Self.machine(in: .full)
        // 20 MiB, of which the ballast's 16 are nobody's.
        #expect(machine.take(.measured(Self.room(20 * Self.mega, ballast: 0))) == [])
        #expect(machine.phase == .full)
    }

    @Test(
        "what was full has to have twice the mark, and what was low a quarter more than its own: it does not come and go"
    )
    func hysteresis() {
        var machine = Self.machine(in: .full)
        _ = machine.take(.measured(Self.room(15 * Self.mega)))
        #expect(machine.phase == .full)
        _ = machine.take(.measured(Self.room(16 * Self.mega)))
        #expect(machine.phase == .proving)
        machine = Self.machine(in: .low)
        _ = machine.take(.measured(Self.room(300 * Self.mega)))
        #expect(machine.phase == .low)
        _ = machine.take(.measured(Self.room(320 * Self.mega)))
        #expect(machine.phase == .ok)
    }

    @Test("whatever happens, what is lent is given back, and everything goes on once the disk is empty")
    func walk() {
        var random = SystemRandomNumberGenerator()
        for _ in 0..<200 {
            var (machine, isLent) = (RoomMachine(), false)
            func take(_ event: RoomMachine.Event) -> [RoomMachine.Effect] {
                let effects = machine.take(event)
                for effect in effects {
                    if effect == .releaseBallast { isLent = true }
                    if effect == .makeBallast { isLent = false }
                }
                return effects
            }
            for _ in 0..<30 {
                _ = take(Self.events.randomElement(using: &random) ?? .refused)
                if machine.phase == .full { #expect(isLent) }
            }
            for _ in 0..<3 where take(.measured(Self.ample)).contains(.makeBallast) { _ = take(.proven(Self.ample)) }
            if machine.phase == .proving { _ = take(.proven(Self.ample)) }
            #expect(machine.phase == .ok)
        }
    }

    @Test("small volumes have small marks, the ballast's room is nobody's, and sizes never overflow")
    func marks() {
        let small = RoomReading(free: 16 << 20, total: 16 << 20)
        #expect((small.fullBallast, small.lowMark, small.fullMark) == (2 << 20, 2 << 20, 512 << 10))
        #expect(small.spare == 14 << 20 && small.level == .ok)
        #expect(RoomReading(free: 2 << 20, total: 16 << 20).level == .full)
        #expect(RoomReading(free: 2 << 20, total: 16 << 20, wish: 0).level == .ok)
        #expect(RoomReading(free: 2 << 20, total: 16 << 20, ballast: 2 << 20).level == .ok)
        let large = RoomReading(free: .max, total: .max)
        #expect((large.fullBallast, large.lowMark, large.fullMark) == (16 << 20, 256 << 20, 8 << 20))
        #expect(large.level == .ok)
        #expect(RoomReading(free: 1 << 30, total: 1 << 40, ballast: 16 << 20, wish: 0).hasBallast == false, "it goes")
        let none = RoomReading(free: 0, total: 0)
        #expect(none.level == .ok, "a file system without a size says nothing of its room")
    }

    @Test(
        "sizes are in words that people read",
        arguments: [
            (0, "0 B"), (-5, "0 B"), (1_023, "1023 B"), (1 << 10, "1 KiB"), (1_536, "1.5 KiB"), (16 << 20, "16 MiB"),
            (100 << 20, "100 MiB"), (3 << 30, "3 GiB"),
        ])
    func words(_ bytes: Int, _ text: String) {
        #expect(StoreRoom.size(bytes) == text)
    }
}
