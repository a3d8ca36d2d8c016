package import TextFormats
import Values

/// What a settings file names and does not hold: the files and variables of its secrets, other files.
///
/// The file can be right and they wrong, today or tomorrow, so they are looked at apart, by whoever wants to know.
package struct SettingsReferents: Sendable {
    /// When a referent has to be usable.
    package enum Need: Sendable {
        /// Nothing works without it.
        case atStart
        /// It may never be asked for: a warning.
        case perhapsLater
    }

    struct Item: Sendable {
        let key: String
        let range: SourceRange
        let need: Need
        /// What is wrong with it now, as the end of a sentence that begins with the key.
        let problem: @Sendable () -> TextFormatError?
        /// Whether only the service that the file is for can look at it.
        var isUnseen: @Sendable () -> Bool = { false }
    }

    private let source: SourceText
    private let items: [Item]

    init(source: SourceText, _ items: [Item]) {
        self.source = source
        self.items = items
    }

    /// Those of a file that names nothing.
    package static let none = SettingsReferents(source: SourceText(name: "", text: ""), [])

    /// Looks at each of them now.
    ///
    /// - Parameters:
    ///   - need: leaves the others out; `nil` looks at all.
    ///   - fromElsewhere: leaves out what only the service can look at, see ``unseen``.
    /// - Returns: every one that cannot be used, at its place in the file, with the severity of its need; `nil` if there is none. No
    ///   content is quoted.
    package func mistakes(_ need: Need? = nil, fromElsewhere: Bool = false) -> Diagnostics? {
        let looked = items.filter { (need == nil || $0.need == need) && !(fromElsewhere && $0.isUnseen()) }
        let mistakes = looked.compactMap { item in
            item.problem().map {
                Diagnostic(
                    item.need == .atStart ? .error : .warning, item.range, "'\(item.key)' \($0.message)", hint: $0.hint,
                    isSecret: true)
            }
        }
        return mistakes.isEmpty ? nil : Diagnostics(source: source, mistakes)
    }
}

extension SettingsReferents {
    /// What only the service can look at that the file is for: systemd hands credentials to it, and to no shell. In words for
    /// people, each with its place in the file.
    package var unseen: [String] {
        items.filter { $0.isUnseen() }.map { item in
            "\(source.name):\(item.range.start): '\(item.key)' is a credential, which systemd hands to the service alone; "
                + "it was not looked at"
        }
    }
}

extension SecretSource {
    /// Whether it is a credential, and this process was handed none.
    var isUnseen: Bool {
        if case .credential = self { Self.credentialsFolder == nil } else { false }
    }

    /// Why it cannot be had, or is not what the key needs; `nil` if it is usable.
    func problem(_ format: TextFormat<String>?) -> TextFormatError? {
        let secret: Secret
        do throws(SecretSourceError) {
            secret = try resolve()
        } catch {
            return TextFormatError("can't be had: \(error.message)")
        }
        do throws(TextFormatError) {
            _ = try secret.withText { text throws(TextFormatError) in try format?.parse(text) }
            return nil
        } catch {
            return TextFormatError(
                "\(error.message), and what \(place) holds is something else", hint: error.hint ?? "correct it there")
        }
    }

    /// Where it is kept, for sentences; never a part of it.
    package var place: String {
        switch self {
        case .file(let path): path
        case .environment(let name): "the environment variable \(name)"
        case .credential(let name): "the credential \(name)"
        case .literal: "the configuration"
        }
    }
}
