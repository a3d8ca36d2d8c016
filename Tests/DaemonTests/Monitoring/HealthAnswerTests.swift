import Control
import Testing

@testable import Daemon

@Suite("Health as a monitoring system sees it")
struct HealthAnswerTests {
    private func problem(_ kind: Problem.Kind, of subject: String, _ severity: Problem.Severity) -> Problem {
        Problem(kind, of: subject, severity: severity, "\(subject) has trouble", nextStep: nil)
    }

    @Test("without a problem that needs a person it is ready")
    func well() {
        #expect(HealthAnswer([]).isWell && HealthAnswer([]).text == "ready\n")
        let passing = Problem.Kind.allCases.map { problem($0, of: "mum", .mendsItself) }
        #expect(HealthAnswer(passing).isWell && HealthAnswer(passing).text == "ready\n")
        let chosen = [problem(.noTarget, of: "mum", .remark)]
        #expect(HealthAnswer(chosen).isWell && HealthAnswer(chosen).text == "ready\n")
    }

    @Test("problems are counted by their kind, without names, with where to look for more")
    func unwell() {
        let health = HealthAnswer([
            problem(.targetSuspended, of: "chat", .needsPerson), problem(.cannotScan, of: "mum", .needsPerson),
            problem(.targetSuspended, of: "phone", .needsPerson), problem(.hubLost, of: "dad", .mendsItself),
        ])
        #expect(!health.isWell && health.problems == [.targetSuspended: 2, .cannotScan: 1])
        #expect(
            health.text
                == "cannot-scan: 1\ntarget-suspended: 2\n"
                + "run 'pocketbell status' on the machine for names and the next step\n")
    }

    @Test("every kind has its line", arguments: Problem.Kind.allCases)
    func kinds(_ kind: Problem.Kind) {
        #expect(HealthAnswer([problem(kind, of: "secret", .needsPerson)]).text.hasPrefix("\(kind.rawValue): 1\nrun "))
    }
}
