import Configuration
import Control
import JSON
import Observability
import Relay
import Store
import Systemd

/// `pocketbell target test`.
package enum TargetTest {
    /// Sends a sample alert, by the running program or, without one, from here.
    ///
    /// - Returns: `.unavailable` when the target did not take it.
    package static func run(_ context: CommandContext, target: String) async -> CommandOutcome {
        do {
            let answer = try await Inquiry.with(context) { inquiry in
                try await Patience.during("waiting for \(target)") {
                    try await inquiry.ask(ControlRequest(.post, ["targets", target, "test"]))
                }
            }
            try Report.show(answer, context, text)
            return answer["delivered"] == .bool(true) ? .success : .unavailable
        } catch {
            return Output.outcome(of: error)
        }
    }

    /// Sends the sample and says what became of it.
    static func answer(_ relay: Relay, target: String) async -> ControlAnswer {
        do throws(RelayError) {
            let report = try await relay.test(target: target)
            return .value([
                "target": .string(report.target), "delivered": .bool(report.isDelivered),
                "message": .string(report.sentence), "reason": report.reason.map { .string($0.rawValue) } ?? nil,
                "status": report.status.map { .number(JSONNumberText($0)) } ?? nil,
                "answer": .string(report.answer),
                "milliseconds": .number(JSONNumberText(Int(report.took / .milliseconds(1)))),
            ])
        } catch {
            return .refused(.init(.unknown, error.description))
        }
    }

    /// Sends the sample although no program runs.
    static func answer(_ configuration: Configuration, _ store: Store, target: String) async -> ControlAnswer {
        let (clients, bus) = (HTTPClients(), SessionBus.ofSession())
        let answer: ControlAnswer
        do {
            let relay = Relay(
                store: store, http: try clients.client(trusting: nil), bus: bus, logger: Log.quiet.logger("relay"),
                metrics: RelayMetrics(MetricsRegistry()))
            await relay.take(try relay.targets(RelaySettings(configuration).targets))
            answer = await Self.answer(relay, target: target)
        } catch {
            answer = .refused(.init(.malformed, "\(error)"))
        }
        await clients.close()
        await bus?.close()
        return answer
    }

    private static func text(_ report: JSONNode) throws(JSONError) -> String {
        let delivered = try report.required("delivered").bool()
        var lines = [
            "\(try report.cell("target")): \(delivered ? "delivered" : "not delivered") in \(try report.cell("milliseconds")) ms"
        ]
        let message = try report.cell("message")
        if !message.isEmpty { lines += ["  \(message)"] }
        let status = try report.cell("status")
        if !status.isEmpty { lines += ["  HTTP status \(status)"] }
        let answer = try report.cell("answer")
        if !answer.isEmpty { lines += ["  it said: \(answer)"] }
        return lines.map { $0.harmless + "\n" }.joined()
    }
}
