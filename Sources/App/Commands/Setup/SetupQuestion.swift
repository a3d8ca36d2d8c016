import Configuration

/// What `init` asks a person.
struct SetupQuestion: Sendable, Equatable {
    /// Ends with a colon or a question mark and a blank.
    let text: String
    /// What is typed is not shown.
    var isSecret = false
    /// What Enter alone means; stands in brackets behind the question.
    var standard: String?

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
    static func kind(_ kinds: [TargetWord], isFirst: Bool) -> SetupQuestion {
        let words = kinds.map(\.rawValue).joined(separator: ", ")
        return isFirst
            ? SetupQuestion(text: "Where should alerts go: \(words) or none? ")
            : SetupQuestion(text: "And where else: \(words)? ", standard: "nowhere else")
    }

    static func field(_ field: SetupTarget.Field, of kind: TargetWord, suggestion: String? = nil) -> SetupQuestion {
        switch (field, kind) {
        case (.address, .webhook): SetupQuestion(text: "Address that takes the alerts (https://…): ")
        case (.address, .discord):
            SetupQuestion(text: "Address of the webhook, from the channel's settings in Discord: ", isSecret: true)
        case (.address, _):
            SetupQuestion(text: "Address of the incoming webhook, as Slack shows it: ", isSecret: true)
        case (.signs, _):
            SetupQuestion(text: "Sign each alert, so that the receiver knows it is from here? ", standard: "yes")
        case (.server, _): SetupQuestion(text: "ntfy server: ", standard: Configuration.Target.usualNtfyServer)
        case (.topic, _): SetupQuestion(text: "Topic, which nobody should guess: ", standard: suggestion)
        case (.token, _):
            SetupQuestion(text: "Access token, if the server asks for one: ", isSecret: true, standard: "none")
        }
    }

    static let privateAddress = SetupQuestion(
        text: "The address is in a private network. Is that meant, such as a machine of your house? ", standard: "yes")
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
