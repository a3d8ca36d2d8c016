package import Values

/// One thing that is not as it should be, in words for the person who can change it.
package struct HealthCondition: Sendable, Hashable {
    /// How bad it is.
    package enum Severity: String, Sendable, Comparable, CaseIterable {
        /// It works, but less well, and may mend itself.
        case degraded
        /// It doesn't work until somebody does something.
        case failing

        package static func < (left: Severity, right: Severity) -> Bool { left == .degraded && right == .failing }
    }

    /// What it is, for machines: dotted, lower case, from a closed set, such as `relay.refused`.
    package let code: String
    /// Which of several it is about, such as a target's name; empty if there is but one.
    package let subject: String
    package let severity: Severity
    /// What is wrong, in a few words.
    package let title: String
    /// What it means and what to do about it.
    package let text: String
    /// Since when it has been so, without a break.
    package let since: Timestamp

    /// - Parameter code: a constant, so that the set of codes is known.
    package init(
        _ code: StaticString, subject: String = "", severity: Severity, title: String, text: String, since: Timestamp
    ) {
        self.init(code.description, subject, severity, title, text, since)
    }

    private init(
        _ code: String, _ subject: String, _ severity: Severity, _ title: String, _ text: String, _ since: Timestamp
    ) {
        self.code = code
        self.subject = subject
        self.severity = severity
        self.title = title
        self.text = text
        self.since = since
    }

    func beginning(_ moment: Timestamp) -> HealthCondition {
        HealthCondition(code, subject, severity, title, text, moment)
    }
}
