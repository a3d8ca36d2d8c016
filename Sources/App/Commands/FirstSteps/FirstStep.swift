/// What somebody who types the bare name is to do next.
enum FirstStep: Sendable, Equatable {
    /// There is nothing yet: neither file nor session.
    case setUp
    /// There is a file, and it has mistakes.
    case mend(sentence: String, command: String)
    /// What is watched is known, and an account is not signed in.
    case signIn(account: String)
    /// All is there, and nothing runs.
    case start(hasUserUnit: Bool)
    /// It runs: this user's own, or the machine's.
    case look(isService: Bool)
    /// Somebody has to do something first that a sentence tells, such as starting the service.
    case heed(sentence: String, hint: String?)

    /// One line each: where things stand, what to type, and what for.
    var text: String {
        switch self {
        case .setUp:
            """
            Nothing is set up yet. Next:

              pocketbell init      asks for your family server and where alerts should go
              pocketbell demo      shows it on a simulated family
            """
        case .mend(let sentence, let command):
            "\(sentence). Next:\n\n  \(command)"
        case .signIn(let account):
            "Nobody is signed in as the account \(account). Next:\n\n  pocketbell login \(account)"
        case .start(true):
            """
            It is set up and does not run. Next:

              \(UnitManager.ofUser.startLine)      now, and whenever you log in
              pocketbell run                                in this terminal, until Ctrl-C
            """
        case .start(false): "It is set up and does not run. Next:\n\n  pocketbell run"
        case .look(let isService):
            "It runs\(isService ? " as this machine's service" : ""). Next:\n\n  pocketbell status"
        case .heed(let sentence, let hint):
            sentence.prefix(1).uppercased() + sentence.dropFirst() + "." + (hint.map { "\n\n  \($0)" } ?? "")
        }
    }
}
