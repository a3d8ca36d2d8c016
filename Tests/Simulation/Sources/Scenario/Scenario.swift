import TestNumbers

/// All that comes from outside in one run: a family's life, and what goes wrong. Its text replays it.
struct Scenario: Sendable, Equatable {
    /// Of latencies and of everything else that has no stimulus of its own.
    var seed: UInt64
    /// 0: hub and lists name the child of a row; 1: they don't, and rows of one second come in another order each time.
    var dialect = 0
    /// Logins that watch the same children.
    var accounts = 1
    /// What to add to true time to get the server's, in seconds.
    var serverOffset = 0
    /// Who is told of what, as ``Household`` makes it of a number.
    var household = 0
    /// In the order of their times.
    var stimuli: [Stimulus] = []

    /// How long things may go wrong, in microseconds.
    var length: Int { stimuli.last?.at ?? 0 }
}

/// One thing from outside.
struct Stimulus: Sendable, Equatable {
    /// Its numbers are explained in ``ScenarioMaker``, and read in `World+stimuli`.
    enum Name: String, Sendable, CaseIterable {
        case add, move, edit, enter, twin, order, wish, person
        case up, down, deaf, garbage, ghost, hide, total
        case reads, posts, stale, sink
        case crash, full, ioerror, clock, suspend
        case scan, retry, discard
        case see, silence, chore, problem, reload, away
    }

    /// Microseconds since the run's beginning.
    var at: Int
    var name: Name
    var numbers: [Int] = []
}

extension Scenario: CustomStringConvertible {
    /// A line for each thing; read by ``init(text:)``.
    var description: String {
        var lines = ["seed \(seed)", "dialect \(dialect)", "accounts \(accounts)", "offset \(serverOffset)"]
        if household > 0 { lines.append("household \(household)") }
        lines += stimuli.map { stimulus in
            (["at", "\(stimulus.at)", stimulus.name.rawValue] + stimulus.numbers.map(String.init))
                .joined(separator: " ")
        }
        return lines.joined(separator: "\n") + "\n"
    }

    /// What is wrong with a text that is no scenario.
    struct Malformed: Error, CustomStringConvertible {
        let line: Int
        var description: String { "line \(line) is not one that `simulate` writes" }
    }

    /// - Throws: ``Malformed``.
    init(text: String) throws {
        self.init(seed: 0)
        for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
            let words = line.split(separator: " ").map(String.init)
            guard let key = words.first, !key.hasPrefix("#") else { continue }
            let numbers = words.dropFirst(key == "at" ? 3 : 1).map(Int.init)
            switch (key, words.count) {
            case ("seed", 2):
                guard let value = UInt64(words[1]) else { throw Malformed(line: index + 1) }
                seed = value
            case ("dialect", 2): dialect = numbers[0] ?? 0
            case ("accounts", 2): accounts = numbers[0] ?? 1
            case ("offset", 2): serverOffset = numbers[0] ?? 0
            case ("household", 2): household = numbers[0] ?? 0
            case ("at", 3...):
                guard let at = Int(words[1]), let name = Stimulus.Name(rawValue: words[2]),
                    numbers.allSatisfy({ $0 != nil })
                else { throw Malformed(line: index + 1) }
                stimuli.append(Stimulus(at: at, name: name, numbers: numbers.compactMap(\.self)))
            default: throw Malformed(line: index + 1)
            }
        }
    }
}
