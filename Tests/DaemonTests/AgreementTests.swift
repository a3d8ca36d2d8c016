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
            case .success, .needsPerson, .unavailable, .internalError, .outputFailed, .tryAgain, .interrupted: false
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
}
