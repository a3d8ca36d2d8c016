import AllowanceAPI
import Relay
import Testing
import TextFormats
import Values

@testable import Commands

/// What `init` asks next, whatever happens.
@Suite("The conversation of init")
struct SetupMachineTests {
    typealias Machine = SetupMachine

    /// One thing that can happen.
    enum Event: String, CaseIterable {
        case nothing, yes, no, nonsense, address, email, webhook, none, again, keep, leave
        case reached, stranger, notReached, signedIn, wrongPassword, unreachable
        case delivered, refused, privateAddress, unusable
    }

    private static func signedIn() throws -> SignedIn {
        try #require(SignedIn(stored: Secret(#"{"token":"a.b.c","user":{"email":"mum@a.example"}}"#)))
    }

    static func happen(_ event: Event, to machine: inout Machine) throws {
        switch event {
        case .nothing: try machine.answered("")
        case .address: try machine.answered("https://a.example")
        case .email: try machine.answered("mum@a.example")
        case .yes, .no, .nonsense, .webhook, .none, .again, .keep, .leave: try machine.answered(event.rawValue)
        case .reached: machine.reached(.familyServer)
        case .stranger: machine.reached(.stranger)
        case .notReached: machine.reached(.nobody)
        case .signedIn: machine.signedIn(try signedIn())
        case .wrongPassword: machine.signInFailed(.wrongCredentials)
        case .unreachable: machine.signInFailed(.unreachable)
        case .delivered: machine.tested(.delivered)
        case .refused: machine.tested(.refused)
        case .privateAddress: machine.tested(.privateAddress)
        case .unusable: machine.tested(.unusable)
        }
    }

    static func name(of machine: Machine) -> String {
        switch machine.phase {
        case .server: "server"
        case .reaching: "reaching"
        case .strange: "strange"
        case .email: "email"
        case .password(_, _, let isAgain): isAgain ? "passwordAgain" : "password"
        case .signingIn: "signingIn"
        case .kind(let session): "kind\(session.targets.count)"
        case .field(_, _, let question, _): "field.\(question.key)"
        case .testing: "testing"
        case .privateAddress: "privateAddress"
        case .refused: "refused"
        case .start: "start"
        case .finished(let session, let isStarted): "finished\(session.targets.count)\(isStarted ? ".started" : "")"
        }
    }

    static let password: [Event] = [.address, .reached, .email, .nonsense]
    static let signIn = password + [.signedIn]
    /// What leads to each phase.
    static let ways: [(phase: String, events: [Event])] = [
        ("server", []), ("reaching", [.address]), ("strange", [.address, .stranger]), ("email", [.address, .reached]),
        ("password", [.address, .reached, .email]), ("signingIn", password),
        ("passwordAgain", password + [.wrongPassword]),
        ("kind0", signIn), ("field.url", signIn + [.webhook]),
        ("field.secret", signIn + [.webhook, .address]), ("testing", signIn + [.webhook, .address, .yes]),
        ("privateAddress", signIn + [.webhook, .address, .yes, .privateAddress]),
        ("refused", signIn + [.webhook, .address, .yes, .refused]),
        ("kind1", signIn + [.webhook, .address, .yes, .delivered]), ("start", signIn + [.none]),
        ("finished0.started", signIn + [.none, .yes]), ("finished0", signIn + [.none, .no]),
    ]
    /// Where an event leads; what is not here is refused and asked again, or changes nothing.
    static let steps: [String: [Event: String]] = [
        // A word without a scheme is taken for a host.
        "server": [
            .yes: "reaching", .no: "reaching", .nonsense: "reaching", .address: "reaching", .email: "server",
            .webhook: "reaching", .none: "reaching", .again: "reaching", .keep: "reaching", .leave: "reaching",
        ],
        "reaching": [.reached: "email", .stranger: "strange", .notReached: "server"],
        // Enter alone sends no password to somebody unknown.
        "strange": [.nothing: "server", .yes: "email", .no: "server"],
        "email": [.email: "password"],
        "password": [
            .yes: "signingIn", .no: "signingIn", .nonsense: "signingIn", .address: "signingIn", .email: "signingIn",
            .webhook: "signingIn", .none: "signingIn", .again: "signingIn", .keep: "signingIn", .leave: "signingIn",
        ],
        "passwordAgain": [
            .nothing: "email", .yes: "signingIn", .no: "signingIn", .nonsense: "signingIn", .address: "signingIn",
            .email: "signingIn", .webhook: "signingIn", .none: "signingIn", .again: "signingIn", .keep: "signingIn",
            .leave: "signingIn",
        ],
        "signingIn": [.signedIn: "kind0", .wrongPassword: "passwordAgain", .unreachable: "server"],
        "kind0": [.webhook: "field.url", .none: "start"],
        "kind1": [.webhook: "field.url", .none: "start", .nothing: "start"],
        "field.url": [.address: "field.secret"],
        "field.secret": [.nothing: "testing", .yes: "testing", .no: "testing"],
        "testing": [
            .delivered: "kind1", .refused: "refused", .privateAddress: "privateAddress", .unusable: "field.url",
        ],
        "privateAddress": [.nothing: "testing", .yes: "testing", .no: "refused"],
        "refused": [.nothing: "testing", .again: "field.url", .keep: "kind1", .leave: "kind0"],
        "start": [.nothing: "finished0.started", .yes: "finished0.started", .no: "finished0"],
    ]

    private func machine(
        _ given: SetupAnswers = SetupAnswers(), canStart: Bool = true, after events: [Event] = []
    ) throws -> Machine {
        var machine = Machine(given, kinds: TargetKind.all, canStart: canStart)
        for event in events { try Self.happen(event, to: &machine) }
        return machine
    }

    @Test("every event in every phase leads where it should", arguments: ways.map(\.phase))
    func everything(_ phase: String) throws {
        let way = try #require(Self.ways.first { $0.phase == phase }).events
        for event in Event.allCases {
            var machine = try machine(after: way)
            try #require(Self.name(of: machine) == phase)
            do { try Self.happen(event, to: &machine) } catch is TextFormatError {}
            #expect(Self.name(of: machine) == Self.steps[phase]?[event] ?? phase, "\(event) in \(phase)")
        }
    }

    @Test("an answer that is none says what is wrong, and the same is asked again")
    func wrongAnswers() throws {
        var machine = try machine()
        for text in ["", "ftp://x", "https://mum:secret@a.example", "https://a.example/?x"] {
            #expect(throws: TextFormatError.self) { try machine.answered(text) }
        }
        guard case .ask(.server) = machine.order else { throw Wrong() }
        try machine.answered("a.example")
        machine.reached(.familyServer)
        #expect(throws: TextFormatError.self) { try machine.answered("nobody") }
        try machine.answered("mum@a.example")
        #expect(throws: TextFormatError("must not be empty")) { try machine.answered("") }
        try machine.answered("x")
        guard case .signIn(let account, _) = machine.order else { throw Wrong() }
        #expect(account == Machine.Account(name: "mum", server: "https://a.example", email: "mum@a.example"))
        machine.signedIn(try Self.signedIn())
        let guess = #expect(throws: TextFormatError.self) { try machine.answered("slak") }
        #expect(guess?.hint == "did you mean 'slack'?")
    }

    private struct Wrong: Error {}

    /// What a person types, by the key that it is for, perhaps of one kind alone; else Enter alone.
    private static let answers = [
        "url": "https://hook.example/x", "telegram.token": "110201543:AAHdqTcvCH1vGWJxfSeofSAs0K5PALDsaw",
        "telegram.chat": "42", "mqtt.url": "mqtt://192.168.1.5",
        "gotify.server": "https://gotify.example", "gotify.token": "AbCdEf",
        "matrix.server": "https://matrix.example", "matrix.room": "!a:b", "matrix.token": "syt_x",
        "pushover.token": "azGDORePK8gMaC0QOYAMyEEuzJnyUi", "pushover.user": "uQiRzpo4DXghDmr9QzzfQu27cmVRsG",
        "home-assistant.server": "http://house.example:8123",
        "signal.server": "http://signal.example:8080",
        "signal.number": "+4915112345678", "signal.recipient": "+4915187654321",
        "apprise.server": "http://apprise.example:8000", "apprise.key": "family",
        "command.program": "/usr/local/bin/say-it",
        "email.server": "smtps://smtp.example.org", "email.user": "mum@example.org", "email.password": "abcd efgh",
        "email.tls": "no", "email.from": "mum@example.org", "email.to": "mum@example.org, dad@example.org",
    ]

    @Test(
        "targets get names of their own, and each kind is asked for what it needs", arguments: TargetKind.all
    )
    func kinds(_ kind: TargetKind) throws {
        var machine = try machine(after: Self.signIn)
        for number in 1...3 {
            try machine.answered(kind.word.uppercased())
            var suggested: String?
            while case .field(_, _, let question, let suggestion) = machine.phase {
                guard case .ask(let asked) = machine.order else { throw Wrong() }
                #expect(asked.standard == suggestion ?? question.standard)
                suggested = suggestion ?? suggested
                try machine.answered(Self.answers["\(kind.word).\(question.key)"] ?? Self.answers[question.key] ?? "")
            }
            guard case .test(let target) = machine.order else { throw Wrong() }
            #expect(target.kind == kind && target.missing == nil)
            #expect(target.name == (number == 1 ? kind.word : "\(kind.word)-\(number)"))
            if case .secret(let topic)? = target.answers["topic"] { #expect(topic.withText { $0 == suggested }) }
            machine.tested(.delivered)
        }
        try machine.answered("")
        try machine.answered("no")
        guard case .write(let session, false) = machine.order else { throw Wrong() }
        #expect(session.targets.count == 3)
    }

    @Test("a password is asked for only where there is a name to go with it", arguments: ["email", "mqtt"])
    func passwords(_ kind: String) throws {
        for name in ["", "mum@example.org"] {
            var machine = try machine(after: Self.signIn)
            try machine.answered(kind)
            var asked: [String] = []
            while case .field(_, _, let question, _) = machine.phase {
                asked.append(question.key)
                try machine.answered(
                    question.key == "user" ? name : Self.answers["\(kind).\(question.key)"] ?? "correct horse")
            }
            guard case .test(let target) = machine.order else { throw Wrong() }
            #expect(asked.contains("password") == !name.isEmpty)
            #expect(throws: Never.self) { try TrialFile.target(target) }
        }
    }

    @Test("a name that was wrong is asked for again, as a name without a password is refused by every file")
    func anotherName() throws {
        var machine = try machine(after: Self.signIn)
        for text in ["email", "smtp://mail.example", "mmu@example.org", "", "mum@example.org", "abcd efgh"] {
            try machine.answered(text)
        }
        for text in ["mum@example.org", "mum@example.org"] { try machine.answered(text) }
        guard case .test(let target) = machine.order, case .plain(let user)? = target.answers["user"] else {
            throw Wrong()
        }
        #expect(user == "mum@example.org" && !target.allowsPrivateAddresses)
    }

    @Test("a mail server of the house may be in the clear, and then its address may be private")
    func clearMail() throws {
        for (answer, isClear) in [("yes", true), ("", false)] {
            var machine = try machine(after: Self.signIn)
            for text in ["email", "smtp://192.168.1.5", "", answer, "bell@example.org", "mum@example.org"] {
                try machine.answered(text)
            }
            guard case .test(let target) = machine.order else { throw Wrong() }
            #expect(target.allowsPrivateAddresses == isClear)
            #expect(target.lines { _, _ in "file:x" }.contains(#"    tls: "none""#) == isClear)
            #expect(throws: Never.self) { try TrialFile.target(target) }
        }
    }

    @Test("a popup where nobody sits, and a broker that is not in the house, are refused in words that are true")
    func trueWords() throws {
        var machine = Machine(SetupAnswers(), kinds: TargetKind.all.filter { $0 != .desktop }, canStart: false)
        for event in Self.signIn { try Self.happen(event, to: &machine) }
        let refused = #expect(throws: TextFormatError.self) { try machine.answered("desktop") }
        #expect(refused?.message.contains("desktop session") == true)
        let words = try ["mqtt", "webhook"].map { word in
            SetupQuestion.privateAddress(try #require(TargetKind(word: word))).text
        }
        #expect(!words[0].contains("private network") && words[0].contains("mqtt://"))
        #expect(words[1].contains("private network"))
    }

    @Test("an address of the house is tried again once a person says so, and refused for good the second time")
    func houses() throws {
        var machine = try machine(after: Self.signIn + [.webhook, .address, .no, .privateAddress, .yes])
        guard case .test(let target) = machine.order else { throw Wrong() }
        #expect(target.allowsPrivateAddresses)
        machine.tested(.privateAddress)
        #expect(Self.name(of: machine) == "refused")
    }

    @Test("what the command line says is not asked, but once it was refused it is")
    func given() throws {
        var answers = SetupAnswers()
        (answers.server, answers.email, answers.password) = ("https://a.example", "mum@a.example", Secret("wrong"))
        (answers.name, answers.isStarted) = ("house", true)
        answers.targets = [try SetupTargetChoice("ntfy=news"), try SetupTargetChoice("webhook=https://b.example")]
        var machine = try machine(answers)
        // No password goes to an address that has not been tried.
        guard case .reach(server: "https://a.example") = machine.order else { throw Wrong() }
        machine.reached(.familyServer)
        guard case .signIn(let account, _) = machine.order else { throw Wrong() }
        #expect(account.name == "house")
        machine.signInFailed(.wrongCredentials)
        #expect(Self.name(of: machine) == "passwordAgain")
        for event in [Event.nonsense, .signedIn] { try Self.happen(event, to: &machine) }
        guard case .test(let first) = machine.order else { throw Wrong() }
        #expect(first.kind.word == "ntfy")
        machine.tested(.delivered)
        guard case .test(let second) = machine.order else { throw Wrong() }
        #expect(second.kind.word == "webhook")
        machine.tested(.refused)
        try machine.answered("leave")
        #expect(Self.name(of: machine) == "finished1.started")
    }

    @Test(
        "the name that an address gives is one that the file takes",
        arguments: [("mum.b@a.example", "mum-b"), (String(repeating: "x", count: 50) + "@a.example", nil)])
    func names(_ email: String, _ name: String?) throws {
        var answers = SetupAnswers()
        (answers.server, answers.email, answers.password) = ("https://a.example", email, Secret("x"))
        guard case .signIn(let account, _) = try machine(answers, after: [.reached]).order else { throw Wrong() }
        #expect(account.name == name ?? String(repeating: "x", count: 40))
        #expect((try? TextFormat.accountName.parse(account.name)) != nil)
    }

    @Test("without tests and without a service manager nothing is left to do after the sign-in")
    func shortest() throws {
        var answers = SetupAnswers()
        (answers.targets, answers.isTested) = ([try SetupTargetChoice("none")], false)
        #expect(Self.name(of: try machine(answers, canStart: false, after: Self.signIn)) == "finished0")
        answers.targets = [try SetupTargetChoice("desktop")]
        #expect(Self.name(of: try machine(answers, canStart: false, after: Self.signIn)) == "finished1")
        #expect(Self.name(of: try machine(canStart: false, after: Self.signIn + [.none])) == "finished0")
    }

    @Test("without a terminal everything that is missing is named at once")
    func missing() throws {
        var answers = SetupAnswers()
        #expect(answers.missing.count == 4 && answers.missing[0] == "--server URL")
        (answers.server, answers.password, answers.targets) = ("https://a.example", Secret("x"), [])
        #expect(answers.missing == ["--email ADDRESS"])
    }

    @Test("every question ends so that an answer can follow it, and what is a secret is not shown")
    func questions() {
        let questions =
            TargetKind.all.flatMap(\.questions).map { SetupQuestion.field($0) } + [
                .server, .strange, .email, .password(of: "a@b"), .password(of: "a@b", isAgain: true),
                .kind([.desktop], isFirst: true), .kind([.desktop], isFirst: false),
                .privateAddress(.desktop), .refused, .replace("/x"), .start(isService: true), .start(isService: false),
            ]
        for question in questions {
            #expect(question.text.hasSuffix(": ") || question.text.hasSuffix("? "), "\(question.text)")
            #expect(question.prompt.count <= 110, "\(question.prompt)")
        }
        #expect(SetupQuestion.password(of: "a@b", isAgain: true).isSecret)
        #expect(SetupQuestion.password(of: "a@b").isSecret)
        let hidden = TargetKind.all.flatMap { kind in
            kind.questions.filter(\.isSecret).map { "\(kind.word).\($0.key)" }
        }
        #expect(
            hidden == [
                "slack.url", "discord.url", "mattermost.url", "rocketchat.url", "googlechat.url", "teams.url",
                "telegram.token", "ntfy.token", "gotify.token", "matrix.token",
                "pushover.token", "pushover.user", "mqtt.password", "apprise.key", "email.password",
            ])
    }
}
