/// Why a text isn't a value: a predicate without subject, such as "must be a whole number".
package struct TextFormatError: Error, Equatable {
    /// Goes behind a subject: "'timeout' " or "--timeout ".
    package let message: String
    /// What to write instead, when that can be known.
    package let hint: String?

    /// - Parameter message: without the text itself where that may be a secret.
    package init(_ message: String, hint: String? = nil) {
        self.message = message
        self.hint = hint
    }
}
