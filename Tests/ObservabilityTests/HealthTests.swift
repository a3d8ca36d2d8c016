import Observability
import Testing
import Values

@Suite("Health")
struct HealthTests {
    private func condition(
        _ code: StaticString, _ subject: String = "", _ severity: HealthCondition.Severity = .degraded, since: Int64 = 0
    ) -> HealthCondition {
        HealthCondition(
            code, subject: subject, severity: severity, title: "t\(since)", text: "x", since: Timestamp(seconds: since))
    }

    @Test("the worst comes first, then the oldest")
    func order() {
        let health = Health()
        #expect(health.worst == nil && health.conditions.isEmpty)
        health.report(condition("b", since: 5))
        health.report(condition("a", since: 9))
        health.report(condition("c", "", .failing, since: 7))
        health.report(condition("a", "house", since: 5))
        #expect(health.conditions.map(\.code) == ["c", "a", "b", "a"])
        #expect(health.worst == .failing)
    }

    @Test("a condition keeps its beginning while its words change")
    func renewing() {
        let health = Health()
        health.report(condition("a", since: 5))
        health.report(condition("a", "", .failing, since: 9))
        #expect(health.conditions.map(\.since.seconds) == [5] && health.conditions.map(\.title) == ["t9"])
        #expect(health.worst == .failing)
        health.clear("a")
        health.report(condition("a", since: 9))
        #expect(health.conditions.map(\.since.seconds) == [9])
    }

    @Test("clearing takes one of several, or all about one subject")
    func clearing() {
        let health = Health()
        for subject in ["", "house", "phone"] { health.report(condition("a", subject)) }
        health.report(condition("b", "house"))
        health.clear("a", subject: "phone")
        health.clear("unknown")
        #expect(health.conditions.map(\.subject) == ["", "house", "house"])
        health.clearAll(subject: "house")
        #expect(health.conditions.map(\.subject) == [""])
    }
}
