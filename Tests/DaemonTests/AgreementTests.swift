import CommandLineTool
import Configuration
import Relay
import SignalRProtocol
import TestSupport
import Testing

@testable import Daemon
@testable import Store

/// What two modules that do not know each other must agree on; this one knows both.
@Suite("Agreement between modules")
struct AgreementTests {
    @Test("the program and its hub libraries have one version")
    func version() { #expect(SignalRVersion.text == Version.text) }

    @Test("a unit is not started again after what only a person can mend", arguments: ["", "user/"])
    func restarts(_ mode: String) throws {
        let needPerson = ExitCode.allCases.filter { code in
            switch code {
            case .usage, .notPermitted, .badConfiguration: true
            // What is not there now may be at the next start.
            case .success, .unavailable, .internalError, .tryAgain: false
            }
        }
        let unit = try TextFile.read("\(RealParts.packageFolder)/deploy/systemd/\(mode)pocketbell.service")
        let lines = unit.split(separator: "\n").map(String.init)
        #expect(lines.contains("Restart=on-failure"))
        #expect(
            lines.filter { $0.hasPrefix("RestartPreventExitStatus=") }
                == ["RestartPreventExitStatus=" + needPerson.map { "\($0.rawValue)" }.joined(separator: " ")])
    }

    @Test("what a configuration may put between braces is what the relay fills in")
    func placeholders() {
        #expect(Set(AlertPlace.allCases.map(\.rawValue)) == Set(TemplateField.allCases.map(\.rawValue)))
    }

    @Test("deliveries to a target that is configured no longer are a problem with a next step")
    func stranded() {
        func target(_ name: String, _ counts: [DeliveryRow.State: Int]) -> DeliveryAccounting.Target {
            .init(name: name, alerts: counts.values.reduce(0, +), counts: counts)
        }
        let accounting = DeliveryAccounting(
            targets: [
                target("chat", [.queued: 3]), target("done", [.delivered: 5, .dead: 1]), target("gone", [.queued: 1]),
                target("old", [.inDoubt: 1, .queued: 1, .delivered: 9]),
            ], alerts: 21, everCaused: 21, openAttempts: 0)
        let problems = accounting.stranded(besides: ["chat"])
        #expect(problems.count == 2)
        #expect(problems.first?.contains("1 delivery waits for the target gone") == true)
        #expect(problems.last?.contains("2 deliveries wait for the target old") == true)
        #expect(problems.allSatisfy { $0.contains("deliveries discard") })
    }
}
