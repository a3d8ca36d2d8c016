/// A mistake inside a text: where in it, and what.
package struct TextProblem: Sendable, Equatable {
    /// In code points from the text's first.
    package let offset: Int
    package let length: Int
    package let message: String
    package let hint: String?

    package init(offset: Int, length: Int, _ message: String, hint: String? = nil) {
        self.offset = offset
        self.length = length
        self.message = message
        self.hint = hint
    }
}
