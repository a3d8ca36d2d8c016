import Glibc

/// `simulate`: runs scenarios of seeds, or one of a file, and says what they came to.
@main
struct Simulate {
    static func main() async {
        do {
            let options = try SimulateOptions(CommandLine.arguments.dropFirst())
            exit(try await Simulate(options: options).run() ? 0 : 1)
        } catch {
            print("simulate: \(error)\n\(SimulateOptions.usage)")
            exit(64)
        }
    }

    let options: SimulateOptions

    /// Returns whether every promise was kept.
    func run() async throws -> Bool {
        if let file = options.replay { return try await replay(file) }
        if let stride = options.images { return try await images(stride) }
        if let stride = options.kills { return try await kills(stride) }
        var (tally, hash, seed) = (Tally(), UInt64(0), options.seed)
        let began = ContinuousClock.now
        while goes(on: tally, since: began) {
            let scenario = ScenarioMaker.scenario(seed: seed)
            let outcome = try await Self.outcome(of: scenario, prints: options.traces)
            hash = (hash ^ outcome.hash) &* 0x0000_0100_0000_01B3
            if options.isVerbose { print("seed \(seed) trace \(outcome.hash)") }
            tally += outcome.tally
            if let violation = outcome.violation {
                print("seed \(seed): \(Self.sentence(violation))")
                guard !options.keepsGoing else {
                    seed += 1
                    continue
                }
                if options.shrinks { try await shrink(scenario, violation) }
                print(tally)
                return false
            }
            seed += 1
        }
        print("seeds \(options.seed) to \(seed - 1), trace \(hash)")
        print(tally)
        return true
    }

    private func goes(on tally: Tally, since began: ContinuousClock.Instant) -> Bool {
        if let runs = options.runs { return tally.runs < runs }
        if let seconds = options.seconds { return ContinuousClock.now - began < .seconds(seconds) }
        return tally.simulated < Int(options.hours * 3_600_000_000)
    }

    /// What one scenario came to.
    struct Outcome: Sendable {
        let violation: World.Violation?
        let hash: UInt64
        let tally: Tally
        let recent: [String]
    }

    static func outcome(of scenario: Scenario, prints: Bool = false) async throws -> Outcome {
        let world = try World(scenario, prints: prints)
        var violation: World.Violation?
        do { try await world.run() } catch let found as World.Violation { violation = found }
        return await world.outcome(violation)
    }

    private func images(_ stride: Int) async throws -> Bool {
        let report = try await CrashImages.report(seed: options.seed, stride: stride)
        print(
            "seed \(options.seed): \(report.writes) writes, \(report.syncs) syncs, \(report.acknowledgements) acknowledged commits"
        )
        print("\(report.prefixes) prefixes and \(report.samples) samples opened, \(report.broken.count) of them broken")
        for line in report.broken.prefix(20) { print("broken: I35 \(line)") }
        return report.broken.isEmpty
    }

    /// The same run again and again, each with a kill at another commit.
    func kills(_ stride: Int) async throws -> Bool {
        var scenario = ScenarioMaker.scenario(seed: options.seed)
        scenario.stimuli.removeAll { $0.name == .crash }
        let calm = try await Self.outcome(of: scenario)
        var tally = Tally()
        for commit in Swift.stride(from: 0, to: calm.tally.commits, by: stride) {
            for side in 0...1 {
                var killed = scenario
                killed.stimuli.insert(Stimulus(at: 0, name: .crash, numbers: [side, commit + 1, 0]), at: 0)
                let outcome = try await Self.outcome(of: killed)
                tally += outcome.tally
                guard let violation = outcome.violation else { continue }
                print("commit \(commit) \(side == 0 ? "before" : "after"): \(Self.sentence(violation))")
                if options.shrinks { try await shrink(killed, violation) }
                return false
            }
        }
        print(
            "seed \(options.seed): killed before and after each \(stride == 1 ? "" : "\(stride)th ")of \(calm.tally.commits) commits"
        )
        print(
            "at: " + tally.killPoints.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" }.joined(separator: ", ")
        )
        print(tally)
        return true
    }

    private func replay(_ file: String) async throws -> Bool {
        let outcome = try await Self.outcome(of: try Scenario(text: try Self.read(file)), prints: true)
        print("trace \(outcome.hash)")
        if let violation = outcome.violation { print(Self.sentence(violation)) }
        return outcome.violation == nil
    }

    private func shrink(_ scenario: Scenario, _ violation: World.Violation) async throws {
        let (small, reason) = await Shrinker.shrink(scenario, violation) { candidate in
            (try? await Self.outcome(of: candidate))?.violation
        }
        let path = "\(options.folder)/seed-\(scenario.seed).scenario"
        let text = "# \(Self.sentence(reason))\n# make simulate REPLAY=\(path)\n\(small)"
        try Self.write(text, to: path)
        print("shrunk from \(scenario.stimuli.count) to \(small.stimuli.count) stimuli: make simulate REPLAY=\(path)")
    }

    static func sentence(_ violation: World.Violation) -> String {
        let number = violation.invariant.rawValue
        return "broken: I\(number < 10 ? "0" : "")\(number) (\(violation.invariant.text)): \(violation.detail)"
    }

    // MARK: Files

    struct NoFile: Error, CustomStringConvertible {
        let path: String
        var description: String { "cannot open \(path)" }
    }

    static func read(_ path: String) throws -> String {
        guard let file = fopen(path, "r") else { throw NoFile(path: path) }
        defer { fclose(file) }
        var (bytes, buffer) = ([UInt8](), [UInt8](repeating: 0, count: 1 << 16))
        while case let count = fread(&buffer, 1, buffer.count, file), count > 0 { bytes += buffer.prefix(count) }
        return String(decoding: bytes, as: UTF8.self)
    }

    private static func write(_ text: String, to path: String) throws {
        guard let file = fopen(path, "w") else { throw NoFile(path: path) }
        defer { fclose(file) }
        fputs(text, file)
    }
}

extension World {
    func outcome(_ violation: Violation?) -> Simulate.Outcome {
        var tally = tally
        tally.runs = 1
        tally.simulated = now
        return Simulate.Outcome(violation: violation, hash: trace.hash, tally: tally, recent: trace.recent)
    }
}
