import SQLite

/// That an alert is told again, or told others, because nobody has seen it.
package struct Reminder: Sendable, Hashable {
    /// Which of both.
    package enum Kind: String, Sendable, CaseIterable, DatabaseValue {
        /// The same target is told again.
        case again
        /// Another target is told what nobody has seen.
        case unseen
    }

    package let kind: Kind
    /// Which one it is, from 1.
    package let step: Int
    /// Of how many.
    package let times: Int

    /// Nothing is checked.
    package init(kind: Kind, step: Int, times: Int) {
        (self.kind, self.step, self.times) = (kind, step, times)
    }
}
