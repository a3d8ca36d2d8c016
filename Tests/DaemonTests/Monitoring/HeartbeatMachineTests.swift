import Control
import Testing
import Values

@testable import Daemon

/// Every phase with every event.
@Suite("When the heartbeat beats")
struct HeartbeatMachineTests {
    typealias Phase = HeartbeatMachine.Phase

    /// One in each phase, reached the way a run reaches it.
    private static let machines: [HeartbeatMachine] = {
        var (beating, troubled, unproven, failing) = (
            HeartbeatMachine(), HeartbeatMachine(), HeartbeatMachine(), HeartbeatMachine()
        )
        _ = beating.answered()
        _ = troubled.due(.troubled)
        _ = unproven.due(.unproven)
        _ = failing.failed("no")
        return [HeartbeatMachine(), beating, troubled, unproven, failing]
    }()

    @Test("all phases are looked at")
    func phases() {
        #expect(
            Self.machines.map(\.phase) == [
                .fresh, .beating, .withheld(.troubled), .withheld(.unproven), .failing("no"),
            ])
    }

    @Test("well is what nothing is wrong with and this run has scanned; what an earlier one stored proves nothing")
    func standing() {
        let now = Timestamp(seconds: 1_000_000)
        func standing(_ scan: Int?, failing: Int? = nil, started: Int = -100) -> HeartbeatMachine.Standing {
            var account = LiveStatus.Account(name: "mum", state: .live)
            account.lastScan = scan.map { now.advanced(by: .seconds($0)) }
            account.failingSince = failing.map { now.advanced(by: .seconds($0)) }
            var live = LiveStatus(startedAt: now.advanced(by: .seconds(started)), version: "1")
            live.accounts = [account]
            live.targets = [LiveStatus.Target(name: "phone", state: .working)]
            let facts = HealthFacts(
                live: live, accounting: nil, counts: nil, commands: ProgramCommands(isService: false, namedFile: nil))
            return HeartbeatMachine.Standing(facts, at: now)
        }
        #expect(standing(-10) == .well && standing(-10, failing: -5) == .well)
        #expect(
            standing(nil) == .unproven && standing(-110) == .unproven && standing(-110, failing: -5) == .unproven)
        #expect(standing(-900, failing: -800, started: -1_000) == .troubled)
    }

    @Test("while all is well it asks, whatever was before", arguments: Self.machines)
    func well(machine: HeartbeatMachine) {
        var machine = machine
        let before = machine.phase
        let (asks, remark) = machine.due(.well)
        #expect(asks && remark == nil && machine.phase == before)
    }

    @Test("what needs a person holds it back, and is told once", arguments: Self.machines)
    func troubled(machine: HeartbeatMachine) {
        var machine = machine
        let wasTold = machine.phase == .withheld(.troubled)
        let (asks, remark) = machine.due(.troubled)
        #expect(!asks && remark == (wasTold ? nil : .withheld) && machine.phase == .withheld(.troubled))
    }

    @Test("without a scan it is held back, which is no news", arguments: Self.machines)
    func unproven(machine: HeartbeatMachine) {
        var machine = machine
        let (asks, remark) = machine.due(.unproven)
        #expect(!asks && remark == nil && machine.phase == .withheld(.unproven))
    }

    @Test("the first answer after anything else is told", arguments: Self.machines)
    func answered(machine: HeartbeatMachine) {
        var machine = machine
        let wasBeating = machine.phase == .beating
        #expect(machine.answered() == (wasBeating ? nil : .begun) && machine.phase == .beating)
    }

    @Test("the same failure is told once, another one again", arguments: Self.machines)
    func failed(machine: HeartbeatMachine) {
        var machine = machine
        let wasTold = machine.phase == .failing("no")
        #expect(machine.failed("no") == (wasTold ? nil : .failed("no")))
        #expect(machine.failed("no") == nil && machine.failed("never") == .failed("never"))
        #expect(machine.phase == .failing("never"))
    }

    @Test("it waits for its time after a success, else it looks again soon", arguments: Self.machines)
    func pause(machine: HeartbeatMachine) {
        let soon: Duration = machine.phase == .withheld(.unproven) ? .seconds(5) : .seconds(30)
        #expect(machine.pause(every: .seconds(300)) == (machine.phase == .beating ? .seconds(300) : soon))
        #expect(machine.pause(every: .seconds(2)) == .seconds(2))
    }
}
