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
    /// What went wrong; lower case, without a full stop.
    package let sentence: String
    /// What to do about it; `nil` where each mistake says it.
    package let nextStep: String?

    init(_ kind: Kind, _ sentence: String, nextStep: String? = nil) {
        self.kind = kind
        self.sentence = sentence
        self.nextStep = nextStep
    }

    /// Mistakes in a file, or in what it names.
    package init(_ mistakes: Diagnostics) {
        let count = mistakes.all.count { $0.severity == .error }
        self.init(.mistakes(mistakes), "\(mistakes.source.name) has \(count) mistake\(count == 1 ? "" : "s")")
    }

    /// Of a file that is right itself.
    ///
    /// - Parameter sentence: what is wrong; lower case, without a full stop.
    package init(_ mistakes: Diagnostics, _ sentence: String) { self.init(.mistakes(mistakes), sentence) }

    /// What went wrong and the next step, in one line.
    package var description: String { nextStep.map { "\(sentence); \($0)" } ?? sentence }

    /// Each mistake with its place, its line and a caret; nothing where no text was read.
    package func rendered(by renderer: DiagnosticRenderer) -> String {
        switch kind {
        case .mistakes(let mistakes): renderer.render(mistakes)
        case .unreadable, .noStateFolder: ""
        }
    }
}
