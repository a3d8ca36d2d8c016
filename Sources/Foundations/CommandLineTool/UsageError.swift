/// What is wrong with a command line, and what to do.
package struct UsageError: Error, Equatable {
    /// What is wrong, lower case, without a full stop.
    package let message: String
    /// What to do about it; `nil` when the message says all that is known.
    package let hint: String?

    init(_ message: String, hint: String? = nil) {
        self.message = message
        self.hint = hint
    }
}
