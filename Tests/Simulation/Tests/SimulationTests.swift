import AllowanceAPI
import CDiskShim
import Store
import SyncEngine
import TestNumbers
import Testing
import Values

@testable import simulate

/// One disk for all: it is the process's own.
@Suite("Simulation", .serialized)
struct SimulationTests {
    @Test("fixed seeds keep every promise", arguments: [2, 9] as [UInt64])
    func seeds(seed: UInt64) async throws {
        let outcome = try await Simulate.outcome(of: ScenarioMaker.scenario(seed: seed))
        #expect(outcome.violation.map(Simulate.sentence) == nil)
        #expect(outcome.tally.scans > 0 && outcome.tally.attempts > 0)
    }

    @Test("I45: the same seed gives the same trace, another seed another one")
    func trace() async throws {
        let one = try await Simulate.outcome(of: ScenarioMaker.scenario(seed: 9))
        let again = try await Simulate.outcome(of: ScenarioMaker.scenario(seed: 9))
        let other = try await Simulate.outcome(of: ScenarioMaker.scenario(seed: 3))
        #expect(one.hash == again.hash && one.hash != other.hash)
    }

    @Test("I35: at any cut of writes and syncs the store opens with everything acknowledged")
    func images() async throws {
        let report = try await CrashImages.report(seed: 5, stride: 160)
        #expect(report.broken == [] && report.prefixes > 50 && report.samples > 10)
        #expect(report.acknowledgements > 1_000)
    }

    @Test("a disk whose syncs do nothing is found out: the images have teeth")
    func imagesWithoutSyncs() async throws {
        let report = try await CrashImages.report(seed: 5, stride: 4_000, trustsSyncs: false)
        #expect(!report.broken.isEmpty)
    }

    @Test("a kill before and after a commit is survived")
    func kills() async throws {
        let options = try SimulateOptions(["--seed", "9", "--no-shrink"])
        #expect(try await Simulate(options: options).kills(150))
    }
}

@Suite("Scenario")
struct ScenarioTests {
    @Test("what is written is read again", arguments: 0..<20 as Range<UInt64>)
    func roundTrip(seed: UInt64) throws {
        let scenario = ScenarioMaker.scenario(seed: seed)
        #expect(try Scenario(text: "# a remark\n\(scenario)") == scenario)
    }

    @Test(
        "what no program wrote is refused by its line",
        arguments: ["seed x", "dialect", "at 1", "at x add", "at 1 fly 2", "at 1 add two", "weather 3"])
    func malformed(line: String) {
        #expect { try Scenario(text: "seed 1\n" + line) } throws: { error in
            "\(error)" == "line 2 is not one that `simulate` writes"
        }
    }

    @Test("each kind of stimulus comes in some of a hundred seeds, and some are quiet")
    func swarm() {
        let scenarios = (0..<100).map { ScenarioMaker.scenario(seed: $0) }
        let names = Set(scenarios.flatMap { $0.stimuli.map(\.name) })
        #expect(names == Set(Stimulus.Name.allCases))
        let life: Set<Stimulus.Name> = [
            .add, .enter, .order, .move, .scan, .up, .see, .silence, .chore, .problem, .reload, .away,
        ]
        #expect(scenarios.contains { Set($0.stimuli.map(\.name)).isSubset(of: life) })
        #expect(scenarios.allSatisfy { $0.stimuli.map(\.at) == $0.stimuli.map(\.at).sorted() })
    }
}

@Suite("Shrinker")
struct ShrinkerTests {
    @Test("of many stimuli only those stay that break the promise")
    func shrinks() async {
        var scenario = Scenario(seed: 1)
        scenario.stimuli = (0..<100).map { Stimulus(at: $0, name: .add, numbers: [$0]) }
        let violation = World.Violation(invariant: .facts, detail: "")
        let (small, _) = await Shrinker.shrink(scenario, violation) { candidate in
            let kept = Set(candidate.stimuli.map(\.at))
            return kept.isSuperset(of: [17, 61]) ? violation : nil
        }
        #expect(small.stimuli.map(\.at) == [17, 61])
    }

    @Test("another broken promise is not taken for the same")
    func sameReason() async {
        var scenario = Scenario(seed: 1)
        scenario.stimuli = (0..<4).map { Stimulus(at: $0, name: .scan) }
        let (small, reason) = await Shrinker.shrink(scenario, World.Violation(invariant: .facts, detail: "")) { _ in
            World.Violation(invariant: .order, detail: "")
        }
        #expect(small.stimuli.count == 4 && reason.invariant == .facts)
    }
}

@Suite("Parts of the simulation")
struct SimulationPartTests {
    @Test("what comes at one moment comes in the order in which it was put down")
    func agenda() {
        var (agenda, dice) = (Agenda(), SeededNumbers(seed: 3))
        for token in 0..<500 { agenda.add(.look(lane: token, life: 0), at: Int.random(in: 0..<20, using: &dice)) }
        var last = (at: -1, token: -1)
        while let (at, happening) = agenda.next() {
            guard case .look(let token, _) = happening else { continue }
            #expect(at > last.at || at == last.at && token > last.token)
            last = (at, token)
        }
    }

    @Test("the server lists the newest first, and shows a late row in its place")
    func server() {
        var (server, dice) = (ServerModel(epoch: 1_000, isUnstable: false, history: 0), SeededNumbers(seed: 1))
        server.add(0, cents: 100, text: "one", at: 1_000_000, visibleAt: 5_000_000)
        server.add(0, cents: -50, text: "two", at: 2_000_000, visibleAt: 2_000_000)
        let child = server.children[0].rowID
        #expect(server.page(of: child, limit: 9, at: 3_000_000, &dice).map(\.description) == ["two"])
        #expect(server.page(of: child, limit: 9, at: 5_000_000, &dice).map(\.description) == ["two", "one"])
        #expect(server.children[0].balance == Decimal("100.50"))
        #expect(server.served.count == 2)
    }

    @Test(
        "options that nobody knows, or that lack a value, are named",
        arguments: [["--fly"], ["--seed"], ["--runs", "x"]])
    func options(words: [String]) {
        #expect { try SimulateOptions(words) } throws: { "\($0)".hasPrefix("'\(words[0])' is not understood") }
    }
}
