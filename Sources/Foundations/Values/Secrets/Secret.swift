/// A password, token or key. It can be used, but not printed by accident.
///
/// `print`, string interpolation, `dump`, mirrors and debuggers' summaries show "<redacted>". There is no `Codable` and no
/// `==`: comparing secrets takes a time that depends on them; see `ConstantTime` of Cryptography.
package struct Secret: Sendable, CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    private let text: String

    /// Takes a text into custody.
    package init(_ text: String) {
        self.text = text
    }

    /// Lends the text. Keep the closure short: what leaves it is no longer protected.
    package func withText<Result, Failure: Error>(_ body: (String) throws(Failure) -> Result) throws(Failure) -> Result
    {
        try body(text)
    }

    /// Whether there is no text at all: the one thing that can be asked without lending it.
    package var isEmpty: Bool { text.isEmpty }
    /// What `print` and interpolation show, for every secret the same: not even its length can be seen.
    package var description: String { "<redacted>" }
    /// What `dump` of a collection and `String(reflecting:)` show.
    package var debugDescription: String { "<redacted>" }
    /// Without children: a mirror would otherwise show the stored text.
    package var customMirror: Mirror { Mirror(self, children: []) }
}
