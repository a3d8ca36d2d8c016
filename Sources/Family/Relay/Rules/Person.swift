package import Values

/// Somebody who is told through targets of their own.
package struct Person: Sendable, Equatable {
    /// Names of targets, at least one. One that several people share is told while one of them may be.
    package let targets: [String]
    /// Hours in which only what is urgent is told at once; the rest comes when they are over.
    package let quiet: [QuietHours]

    /// First name, full name or id of the child who it is; `nil` of a parent.
    package let child: String?

    /// A parent without quiet hours, unless said otherwise.
    package init(targets: [String], quiet: [QuietHours] = [], child: String? = nil) {
        (self.targets, self.quiet, self.child) = (targets, quiet, child)
    }

    /// Until when nothing is told that can wait; `nil` if it can be told now. Hours that follow each other are one.
    package func isQuiet(until moment: Timestamp, in zone: TimeZone) -> Timestamp? {
        var end: Timestamp?
        // Each of a week's hours can lead into another one; who is quiet all week long is not followed without end.
        for _ in 0...quiet.count * 7 {
            let next = quiet.compactMap { $0.end(at: end ?? moment, in: zone) }.max()
            guard let next else { break }
            end = next
        }
        return end
    }
}

extension [QuietHours] {
    /// Whether they leave no time in which anything can be told.
    package var fillTheWeek: Bool {
        let start = Timestamp(seconds: 0)
        let end = Person(targets: [], quiet: self).isQuiet(until: start, in: .utc)
        return end.map { $0.duration(since: start) >= .seconds(7 * 86_400) } ?? false
    }
}
