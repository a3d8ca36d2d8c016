import Glibc
import Runtime

/// The smallest daemon: says what happens on standard output, one line each, and stops on SIGTERM or SIGINT.
@main
struct DaemonMain {
    let signals: ProcessSignals

    /// Synchronous on purpose: see `ProcessSignals`. It's isolated to the main actor, which never runs: so detached.
    static func main() {
        let signals = ProcessSignals()
        Task.detached { await DaemonMain(signals: signals).run() }
        signals.deliverForever()
    }

    func run() async -> Never {
        let outcome = await ServiceGroup([Waiter()]).run(signals: signals.signals) { say("reload") }
        say(outcome.isClean ? "stopped" : "stopped: \(outcome)")
        exit(outcome.isClean ? EXIT_SUCCESS : EXIT_FAILURE)
    }
}
