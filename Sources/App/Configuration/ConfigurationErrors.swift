package import TextFormats

/// Why there is no usable configuration: every mistake of the file, or what kept it from being read.
package struct ConfigurationErrors: Error, Sendable, CustomStringConvertible {
    /// What the next step depends on.
    package enum Kind: Sendable {
        /// The file's mistakes, in its order.
        case mistakes(Diagnostics)
        /// The file isn't there, or can't be read.
        case unreadable
        /// No folder for the state is known.
        case noStateFolder
    }

    /// Decides what ``rendered(by:)`` can show.
    package let kind: Kind
    private let sentence: String

    init(_ kind: Kind, _ sentence: String) {
        self.kind = kind
        self.sentence = sentence
    }

    /// Mistakes in a file, or in what it names.
    package init(_ mistakes: Diagnostics) {
        let count = mistakes.all.count
        self.init(.mistakes(mistakes), "\(mistakes.source.name) has \(count) mistake\(count == 1 ? "" : "s")")
    }

    /// What went wrong and the next step, in one line.
    package var description: String { sentence }

    /// Each mistake with its place, its line and a caret; or the one sentence.
    package func rendered(by renderer: DiagnosticRenderer) -> String {
        switch kind {
        case .mistakes(let mistakes): renderer.render(mistakes)
        case .unreadable, .noStateFolder: sentence + "\n"
        }
    }
}
