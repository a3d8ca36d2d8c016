/// A mistake inside a text: where in it, and what.
package struct TextProblem: Sendable, Equatable {
    /// In code points from the text's first.
    package let offset: Int
    /// In code points; 1 for a single character.
    package let length: Int
    /// What is wrong, lower case, without a full stop.
    package let message: String
    /// What to write instead; `nil` when that can't be known.
    package let hint: String?

    /// - Parameter offset: in code points of the value, not of the line of the file: the reader adds the quotes before
    ///   it.
    package init(offset: Int, length: Int, _ message: String, hint: String? = nil) {
        self.offset = offset
        self.length = length
        self.message = message
        self.hint = hint
    }
}
