import AllowanceAPI
import Configuration
import Daemon
import Relay
import Settings
import TextFormats
import Values

/// Decides what `init` asks, tries and ends with. It does nothing by itself.
struct SetupMachine: Sendable {
    /// Who is to be watched.
    struct Account: Sendable, Equatable {
        let name: String
        let server: String
        let email: String
    }

    /// Where the conversation is.
    enum Phase: Sendable {
        case server
        /// Does a family server answer there?
        case reaching(server: String)
        /// What answers there does not answer as such a server does.
        case strange(server: String)
        case email(server: String)
        /// `isAgain`: the last one was refused; then Enter alone leads back to the e-mail.
        case password(server: String, email: String, isAgain: Bool)
        case signingIn(Account, Secret)
        /// Whoever signed in is known; which target is next?
        case kind(Session)
        case field(Session, SetupTarget, TargetQuestion, suggestion: String?)
        case testing(Session, SetupTarget)
        case privateAddress(Session, SetupTarget)
        /// The target did not take its sample.
        case refused(Session, SetupTarget)
        /// Whether a service is to be started.
        case start(Session)
        case finished(Session, isStarted: Bool)
    }

    /// A sign-in that succeeded, and the targets that work so far.
    struct Session: Sendable {
        let account: Account
        let signedIn: SignedIn
        var targets: [SetupTarget] = []
    }

    /// What the runner does next.
    enum Order: Sendable {
        case ask(SetupQuestion)
        case reach(server: String)
        case signIn(Account, Secret)
        case test(SetupTarget)
        case write(Session, isStarted: Bool)
    }

    private(set) var phase = Phase.server
    private var given: SetupAnswers
    private let kinds: [TargetKind]
    private let canStart: Bool

    /// - Parameters:
    ///   - given: what the command line says already.
    ///   - kinds: what targets there can be here.
    ///   - canStart: whether a service manager could start the program.
    init(_ given: SetupAnswers, kinds: [TargetKind], canStart: Bool) {
        self.given = given
        self.kinds = kinds
        self.canStart = canStart
        goOn()
    }

    var order: Order {
        switch phase {
        case .server: .ask(.server)
        case .reaching(let server): .reach(server: server)
        case .strange: .ask(.strange)
        case .email: .ask(.email)
        case .password(_, let email, let isAgain): .ask(.password(of: email, isAgain: isAgain))
        case .signingIn(let account, let password): .signIn(account, password)
        case .kind(let session): .ask(.kind(kinds, isFirst: session.targets.isEmpty))
        case .field(_, _, let question, let suggestion): .ask(.field(question, suggestion: suggestion))
        case .testing(_, let target): .test(target)
        case .privateAddress(_, let target): .ask(.privateAddress(target.kind))
        case .refused: .ask(.refused)
        case .start: .ask(.start(isService: given.isService))
        case .finished(let session, let isStarted): .write(session, isStarted: isStarted)
        }
    }

    // MARK: What happens; what cannot happen in a phase changes nothing

    /// A person has answered; Enter alone is the empty text.
    ///
    /// - Throws: what is wrong with the answer; the same is asked again.
    mutating func answered(_ text: String) throws(TextFormatError) {
        switch phase {
        case .server: phase = .reaching(server: try Asking.serverAddress(text))
        case .strange(let server): phase = try Asking.isYes(text, else: false) ? .email(server: server) : .server
        case .email(let server):
            phase = .password(server: server, email: try TextFormat.email.parse(text), isAgain: false)
        case .password(let server, _, true) where text.isEmpty: phase = .email(server: server)
        case .password(let server, let email, _):
            guard !text.isEmpty else { throw TextFormatError("must not be empty") }
            phase = .signingIn(account(server, email), Secret(text))
        case .kind(let session): try choose(text, session)
        case .field(let session, var target, let question, let suggestion):
            try target.take(text.isEmpty ? suggestion ?? "" : text, for: question)
            phase = Self.next(session, target)
        case .privateAddress(let session, var target):
            target.allowsPrivateAddresses = try Asking.isYes(text, else: true)
            phase = target.allowsPrivateAddresses ? .testing(session, target) : .refused(session, target)
        case .refused(let session, let target): try decide(text, session, target)
        case .start(let session): phase = .finished(session, isStarted: try Asking.isYes(text, else: true))
        case .reaching, .signingIn, .testing, .finished: return
        }
        goOn()
    }

    /// What is at an address.
    enum Reach: Sendable {
        case familyServer
        /// Something answers, and nobody knows what would happen to a password there.
        case stranger
        case nobody
    }

    /// The address has been tried; where nobody is, it is asked for again.
    mutating func reached(_ reach: Reach) {
        guard case .reaching(let server) = phase else { return }
        switch reach {
        case .familyServer: phase = .email(server: server)
        case .stranger: phase = .strange(server: server)
        case .nobody: phase = .server
        }
        goOn()
    }

    /// The server took the password.
    mutating func signedIn(_ signedIn: SignedIn) {
        guard case .signingIn(let account, _) = phase else { return }
        phase = .kind(Session(account: account, signedIn: signedIn))
        goOn()
    }

    /// It did not, or it is not there: what was wrong is asked again.
    mutating func signInFailed(_ kind: AllowanceError.Kind) {
        guard case .signingIn(let account, _) = phase else { return }
        phase =
            kind == .wrongCredentials
            ? .password(server: account.server, email: account.email, isAgain: true) : .server
    }

    /// What became of a target's sample.
    enum Sample: Sendable, CaseIterable {
        case delivered, refused
        /// What was answered makes no target, so nothing was sent.
        case unusable
        /// The address is in a private network, where nothing goes by mistake.
        case privateAddress
    }

    /// A sample has come to its end.
    mutating func tested(_ sample: Sample) {
        guard case .testing(let session, let target) = phase else { return }
        switch sample {
        case .delivered:
            phase = .kind(session.with(target))
            goOn()
        case .privateAddress where !target.allowsPrivateAddresses: phase = .privateAddress(session, target)
        case .privateAddress, .refused: phase = .refused(session, target)
        case .unusable: phase = Self.afresh(session, target)
        }
    }

    // MARK: Decisions

    /// Passes over what the command line says already. Each of that counts once: what was refused is asked for.
    private mutating func goOn() {
        while true {
            switch phase {
            case .server:
                guard let server = given.server else { return }
                given.server = nil
                phase = .reaching(server: server)
            case .email(let server):
                guard let email = given.email else { return }
                given.email = nil
                phase = .password(server: server, email: email, isAgain: false)
            case .password(let server, let email, _):
                guard let password = given.password else { return }
                given.password = nil
                phase = .signingIn(account(server, email), password)
            case .kind(let session):
                guard let choices = given.targets else { return }
                given.targets = Array(choices.dropFirst())
                guard let choice = choices.first else {
                    phase = end(session)
                    continue
                }
                guard var target = choice.target(besides: session.targets.map(\.name)) else { continue }
                target.allowsPrivateAddresses = given.allowsPrivateAddresses
                phase = given.isTested ? .testing(session, target) : .kind(session.with(target))
            case .start(let session):
                guard let isStarted = given.isStarted else { return }
                phase = .finished(session, isStarted: isStarted)
            case .reaching, .strange, .signingIn, .field, .testing, .privateAddress, .refused, .finished: return
            }
        }
    }

    private mutating func choose(_ text: String, _ session: Session) throws(TextFormatError) {
        let word = text.lowercased()
        guard !word.isEmpty || session.targets.isEmpty, word != "none" else {
            phase = end(session)
            return
        }
        guard let kind = kinds.first(where: { $0.word == word }) else {
            guard word != TargetKind.desktop.word else {
                throw TextFormatError(
                    "needs a desktop session, and here there is none",
                    hint: "run init where somebody is logged in at a screen, or choose another")
            }
            let words = kinds.map(\.word) + ["none"]
            throw TextFormatError(
                "must be one of \(words.joined(separator: ", "))",
                hint: nearest(to: word, in: words).map { "did you mean '\($0)'?" })
        }
        let name = SetupTarget.name(for: kind, besides: session.targets.map(\.name))
        phase = Self.next(session, SetupTarget(kind, name: name))
    }

    private mutating func decide(
        _ text: String, _ session: Session, _ target: SetupTarget
    ) throws(TextFormatError) {
        switch text.lowercased() {
        case "", "t", "try": phase = .testing(session, target)
        case "a", "again": phase = Self.afresh(session, target)
        case "k", "keep": phase = .kind(session.with(target))
        case "l", "leave": phase = .kind(session)
        default: throw TextFormatError("must be one of try, again, keep, leave")
        }
    }

    /// It is entered again; of a kind with no question, such as a desktop, nothing else can be answered.
    private static func afresh(_ session: Session, _ target: SetupTarget) -> Phase {
        target.kind.questions.isEmpty ? .kind(session) : next(session, SetupTarget(target.kind, name: target.name))
    }

    private static func next(_ session: Session, _ target: SetupTarget) -> Phase {
        target.missing.map { .field(session, target, $0, suggestion: $0.suggestion?()) } ?? .testing(session, target)
    }

    private func end(_ session: Session) -> Phase {
        canStart ? .start(session) : .finished(session, isStarted: false)
    }

    private func account(_ server: String, _ email: String) -> Account {
        Account(name: given.name ?? Self.name(for: email), server: server, email: email)
    }

    /// The file takes less for a name than a session's own file does: no dots, and 40 letters.
    private static func name(for email: String) -> String {
        let name = String(SignInDesk.name(for: email).map { $0 == "." ? "-" : $0 }.prefix(40))
        return (try? TextFormat.sectionName.parse(name)) ?? "family"
    }
}

extension SetupMachine.Session {
    fileprivate func with(_ target: SetupTarget) -> Self {
        var copy = self
        copy.targets.append(target)
        return copy
    }
}
