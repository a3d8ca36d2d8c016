import CHTTPBaseline
import HTTPClient
import Measuring
import Synchronization

/// Rounds of the same requests with a bare C client and with the module, in turns.
struct HTTPBench: Sendable {
    let url: String
    let inFlight: Int
    private static let requests = 20_000

    init(url: String, inFlight: Int) {
        self.url = url
        self.inFlight = inFlight
    }

    @concurrent
    func run(rounds: Int) async throws {
        var (c, swift): ([http_figures], [http_figures]) = ([], [])
        for _ in 0..<rounds {
            c.append(http_baseline_run(url, Int32(inFlight), Int32(Self.requests)))
            swift.append(try await figures())
        }
        func line(_ what: String, _ unit: String, _ value: (http_figures) -> Double) {
            report("\(inFlight) in flight, \(what)", unit: unit, [("C", c.map(value)), ("Swift", swift.map(value))])
        }
        line("rate", "requests/s") { $0.rate }
        line("CPU", "µs per request") { $0.cpu_microseconds }
        line("median latency", "µs") { $0.median_microseconds }
    }

    private func figures() async throws -> http_figures {
        let client = try HTTPClient()
        let request = HTTPClientRequest(.get, try HTTPURL(url))
        _ = try await client.send(request)
        let cpu = http_baseline_cpu()
        let tickets = Tickets()
        var latencies: [Double] = []
        let took = try await seconds {
            latencies = try await withThrowingTaskGroup(of: [Double].self) { group in
                for _ in 0..<inFlight { group.addTask { try await Self.work(client, request, tickets) } }
                return try await group.reduce(into: []) { $0 += $1 }
            }
        }
        let used = http_baseline_cpu() - cpu
        await client.close()
        return http_figures(
            rate: Double(Self.requests) / took, cpu_microseconds: used / Double(Self.requests),
            median_microseconds: median(latencies))
    }

    private static func work(
        _ client: HTTPClient, _ request: HTTPClientRequest, _ tickets: Tickets
    ) async throws -> [Double] {
        var latencies: [Double] = []
        while tickets.next.add(1, ordering: .relaxed).oldValue < requests {
            let begin = ContinuousClock.now
            _ = try await client.send(request)
            latencies.append((ContinuousClock.now - begin) / .microseconds(1))
        }
        return latencies
    }

    /// Counts the requests that were begun.
    private final class Tickets: Sendable {
        let next = Atomic(0)
    }
}
