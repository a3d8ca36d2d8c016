/// What is wrong with a command line, and what to do.
package struct UsageError: Error, Equatable {
    package let message: String
    package let hint: String?

    init(_ message: String, hint: String? = nil) {
        self.message = message
        self.hint = hint
    }
}
