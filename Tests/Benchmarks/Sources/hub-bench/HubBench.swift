import Glibc
import Measuring
import SignalRClient

/// Our hub client, doing the work that the other programs of `compare-hub` do, against a hub with the methods `Blast` and
/// `Echo`; and the decoder alone. One JSON object with the figures on standard output.
@main
struct HubBench {
    static let usage = """
        usage: hub-bench receive URL COUNT [sequence|handler|service-thread|lent-sequence|lent-handler|lent-service-thread]
               hub-bench echo URL COUNT [service-thread]
               hub-bench idle URL CONNECTIONS SECONDS [CA-FILE]
               hub-bench reconnect URL COUNT
               hub-bench replay [COUNT [ROUNDS]]
        """

    static func main() async {
        do { try await run(Array(CommandLine.arguments.dropFirst())) } catch {
            "hub-bench: \(error)\n".withCString { _ = write(STDERR_FILENO, $0, strlen($0)) }
            exit(1)
        }
    }

    private static func run(_ words: [String]) async throws {
        let numbers = words.dropFirst().compactMap { Int($0) }.filter { $0 > 0 }
        switch (words.first, words.count) {
        case ("receive", 3...4):
            guard let count = numbers.first, let form = ReceiveForm(rawValue: words.count == 4 ? words[3] : "sequence")
            else { break }
            return try await ReceiveBench(url: words[1], form: form).run(count)
        case ("echo", 3...4):
            guard let count = numbers.first, words.count == 3 || words[3] == "service-thread" else { break }
            return try await EchoBench(url: words[1], isOnServiceThread: words.count == 4).run(count)
        case ("idle", 4...5):
            guard numbers.count == 2 else { break }
            let bench = IdleBench(url: words[1], caFile: words.count == 5 ? words[4] : nil)
            return try await bench.run(connections: numbers[0], seconds: numbers[1])
        case ("reconnect", 3):
            guard let count = numbers.first else { break }
            return try await ReconnectBench(url: words[1]).run(count)
        case ("replay", 1...3):
            return try Replay().run(numbers.first ?? 200_000, rounds: numbers.dropFirst().first ?? 5)
        default: break
        }
        print(usage)
        exit(64)
    }

    static func options() -> HubConnectionOptions {
        var options = HubConnectionOptions()
        options.reconnect = .never
        return options
    }
}
