/// What `simulate` is asked for.
struct SimulateOptions: Sendable {
    static let usage = """
        Usage: simulate [--hours N | --runs N | --seconds N] [--seed S] [--replay FILE] [--folder DIRECTORY]
                        [--trace] [--verbose] [--keep-going] [--no-shrink]
                        [--images STRIDE | --kills STRIDE]
        """

    /// What the arguments lack.
    struct Mistake: Error, CustomStringConvertible {
        let word: String
        var description: String { "'\(word)' is not understood, or lacks its value" }
    }

    /// Simulated time.
    var hours = 24.0
    var runs: Int?
    /// Real time.
    var seconds: Int?
    var seed: UInt64 = 1
    var replay: String?
    /// For files of failures.
    var folder = "."
    var traces = false
    var isVerbose = false
    var keepsGoing = false
    var shrinks = true
    /// Cuts a run's disk everywhere instead: at each how manieth write.
    var images: Int?
    /// Kills the program at each commit of a run instead, before and after it: at each how manieth.
    var kills: Int?

    /// - Throws: ``Mistake``.
    init(_ arguments: some Collection<String>) throws {
        var rest = Array(arguments)[...]
        while let word = rest.popFirst() {
            switch word {
            case "--trace": traces = true
            case "--verbose": isVerbose = true
            case "--keep-going": keepsGoing = true
            case "--no-shrink": shrinks = false
            case "--hours", "--runs", "--seconds", "--seed", "--replay", "--folder", "--images", "--kills":
                guard let value = rest.popFirst(), take(word, value) else { throw Mistake(word: word) }
            default: throw Mistake(word: word)
            }
        }
    }

    private mutating func take(_ word: String, _ value: String) -> Bool {
        switch word {
        case "--hours": return Double(value).map { hours = $0 } != nil
        case "--runs": return Int(value).map { runs = $0 } != nil
        case "--seconds": return Int(value).map { seconds = $0 } != nil
        case "--seed": return UInt64(value).map { seed = $0 } != nil
        case "--images": return Int(value).map { images = $0 } != nil
        case "--kills": return Int(value).map { kills = $0 } != nil
        case "--replay": replay = value
        default: folder = value
        }
        return true
    }
}
