import Relay
import Terminal

/// What `init` asks a person.
struct SetupQuestion: Sendable, Equatable {
    /// Ends with a colon or a question mark and a blank.
    let text: String
    /// What is typed is not shown.
    var isSecret = false
    /// What Enter alone means; stands in brackets behind the question.
    var standard: String?

    /// What a person needs to know before it; said once.
    var introduction: String?

    /// The whole line before the cursor.
    var prompt: String { text + (standard.map { "[\($0)] " } ?? "") }

    static let server = SetupQuestion(text: Asking.serverQuestion)
    static let strange = SetupQuestion(
        text: "Is the address right all the same, so that e-mail and password go there? ", standard: "no")
    static let email = SetupQuestion(text: Asking.emailQuestion)

    /// - Parameter isAgain: after one that was refused; perhaps it was the e-mail that is wrong.
    static func password(of email: String, isAgain: Bool = false) -> SetupQuestion {
        SetupQuestion(
            text: "Password for \(email)\(isAgain ? " (Enter alone: another e-mail)" : ""): ", isSecret: true)
    }

    /// - Parameters:
    ///   - kinds: what can be chosen here.
    ///   - isFirst: then something has to be chosen, or `none`.
    static func kind(_ kinds: [TargetKind], isFirst: Bool) -> SetupQuestion {
        let words = kinds.map(\.word).joined(separator: ", ")
        return isFirst
            ? SetupQuestion(text: "Where should alerts go: \(words) or none? ", introduction: overview(kinds))
            : SetupQuestion(text: "And where else: \(words)? ", standard: "nowhere else")
    }

    private static func overview(_ kinds: [TargetKind]) -> String {
        let width = kinds.map(\.word.count).max() ?? 0
        return kinds.map { "  \($0.word.padded(toColumns: width))  \($0.help)" }.joined(separator: "\n")
    }

    /// - Parameter suggestion: what Enter alone means, made for this target.
    static func field(_ question: TargetQuestion, suggestion: String? = nil) -> SetupQuestion {
        SetupQuestion(
            text: question.text, isSecret: question.isSecret, standard: suggestion ?? question.standard)
    }

    /// - Parameter kind: of the target whose address is refused.
    static func privateAddress(_ kind: TargetKind) -> SetupQuestion {
        // In the clear a broker is only spoken with in the own house, so every other address is refused as well.
        let text =
            kind.speaksInTheClear
            ? "Nothing goes there unless it is in your house (mqtt:// has no encryption). Is it? "
            : "The address is in a private network. Is that meant, such as a machine of your house? "
        return SetupQuestion(text: text, standard: "yes")
    }
    static let refused = SetupQuestion(
        text: "Try it once more, enter it again, keep it as it is, or leave it out (try, again, keep, leave)? ",
        standard: "try")

    static func replace(_ file: String) -> SetupQuestion {
        SetupQuestion(
            text: "\(file) exists. Replace it at the end, and keep it with .old behind its name? ", standard: "no")
    }

    static func start(isService: Bool) -> SetupQuestion {
        let when = isService ? "this machine starts" : "you log in"
        return SetupQuestion(text: "Start PocketBell in the background now, and whenever \(when)? ", standard: "yes")
    }
}
