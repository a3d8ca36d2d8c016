import CHTTPBaseline
import Measuring

// http-bench [--rounds N] [1] [32]: requests per second, CPU and median latency beside a bare libcurl client, against a
// small server in a process of its own; the part is the number of requests in flight.

// First of all: it forks, and there must be no thread yet.
let port = http_baseline_serve()
guard port > 0 else { fatalError("the server does not start") }
let arguments = Arguments()
for width in [1, 32] where arguments.wants("\(width)") {
    try await HTTPBench(url: "http://127.0.0.1:\(port)/", inFlight: width).run(rounds: arguments.rounds)
}
