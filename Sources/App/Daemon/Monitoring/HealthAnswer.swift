import Control

/// What the health page answers: whether all is well, in words that name nobody.
struct HealthAnswer: Sendable, Equatable {
    /// What needs a person: how many accounts, targets or other things have a problem of this kind. Empty is well.
    let problems: [Problem.Kind: Int]

    /// - Parameter all: what may mend itself is left out.
    init(_ all: [Problem]) {
        let kinds = all.filter { $0.severity == .needsPerson }.map(\.kind)
        problems = Dictionary(kinds.map { ($0, 1) }, uniquingKeysWith: +)
    }

    /// Nothing needs a person.
    var isWell: Bool { problems.isEmpty }

    /// A line for each kind, in the order of the kinds; or that it is ready.
    var text: String {
        guard !isWell else { return "ready\n" }
        let lines = Problem.Kind.allCases.compactMap { kind in problems[kind].map { "\(kind.rawValue): \($0)\n" } }
        return lines.joined() + "run 'pocketbell status' on the machine for names and the next step\n"
    }
}
