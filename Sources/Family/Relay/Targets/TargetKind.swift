import Settings
package import Store
package import TextFormats

/// A kind of target: what can be configured for it, and what it shows of an alert's looks.
package struct TargetKind: Sendable, Hashable {
    /// All that a file can name; one more is one line here and one folder beside this file.
    package static let all: [TargetKind] = [
        .desktop, TargetKind(DesktopsSettings.self), TargetKind(WebhookSettings.self), TargetKind(SlackSettings.self),
        .hook(DiscordTarget.self),
        .hook(MattermostTarget.self), .hook(RocketChatTarget.self), .hook(GoogleChatTarget.self),
        .hook(TeamsTarget.self), TargetKind(TelegramSettings.self), TargetKind(NtfySettings.self),
        TargetKind(GotifySettings.self), TargetKind(MatrixSettings.self), TargetKind(PushoverSettings.self),
        TargetKind(HomeAssistantSettings.self), TargetKind(MQTTSettings.self), TargetKind(SignalSettings.self),
        TargetKind(AppriseSettings.self),
        TargetKind(EmailSettings.self), TargetKind(CommandSettings.self),
    ]
    package static let desktop = TargetKind(DesktopSettings.self)

    let settings: any TargetSettings.Type

    init(_ settings: any TargetSettings.Type) { self.settings = settings }

    private static func hook<Target: HookTarget>(_ target: Target.Type) -> TargetKind {
        TargetKind(HookSettings<Target>.self)
    }

    /// `nil` for a word that names none.
    package init?(word: String) {
        guard let kind = Self.all.first(where: { $0.word == word }) else { return nil }
        self = kind
    }

    /// As the file has it.
    package var word: String { settings.word }
    /// One sentence for people.
    package var help: String { settings.help }
    /// What has to be known of a new one, in the order in which it is asked.
    package var questions: [TargetQuestion] { settings.questions }
    /// What it proves that such a target takes an alert.
    package var taken: Proof { settings.taken }
    /// The most that it can ever prove.
    package var utmost: Proof { settings.utmost }
    /// Whether addresses outside of the own house may be refused, too.
    package var speaksInTheClear: Bool { settings.speaksInTheClear }
    /// The keys that such a target has, because it can show them.
    package var looks: [AlertStyle.Key] { settings.looks }

    package static func == (left: TargetKind, right: TargetKind) -> Bool { left.word == right.word }
    package func hash(into hasher: inout Hasher) { hasher.combine(word) }

    /// Whether it shows what the style says about this.
    package func shows(_ key: AlertStyle.Key, of style: AlertStyle) -> Bool {
        guard looks.contains(key) else { return false }
        guard key == .icon, let icon = style.icon else { return true }
        return (try? settings.icons.parse(icon)) != nil
    }

    /// How a command line names one, such as `slack=file:PATH`; `nil` where there is more to say than it can.
    package var form: String? {
        guard let place = questions.first(where: \.isPlace) else { return questions.isEmpty ? word : nil }
        guard questions.allSatisfy({ $0.isPlace || $0.isOptional }), place.need == nil else { return nil }
        return "\(word)=\(place.isSecret ? "file:PATH" : place.key.uppercased())"
    }

    /// What `KIND` or `KIND=PLACE` on a command line says of a target.
    ///
    /// - Throws: also for a chat's address itself: every user of the machine can read a command line.
    package func answers(at place: String?) throws(TextFormatError) -> [String: TargetAnswer] {
        guard let form else {
            throw TextFormatError(
                "needs more for \(word) than a command line says",
                hint: "'pocketbell init' without --target asks for it; or write it into the file: "
                    + "pocketbell config reference")
        }
        guard let question = questions.first(where: \.isPlace) else {
            guard place == nil else { throw TextFormatError("needs nothing behind '\(word)'") }
            return [:]
        }
        guard let place, !place.isEmpty else {
            throw TextFormatError("must say where", hint: "such as \(form)")
        }
        if SecretSource(reference: place) != nil { return [question.key: .kept(place)] }
        guard !question.isSecret else {
            throw TextFormatError(
                "must name a file with the address of \(word), which is a secret: others can read a command line",
                hint: "write it into a file of mode 600 and give \(word)=file:PATH")
        }
        return try settings.answers(at: place, question)
    }

    /// Its keys behind `kind:` in a file, the looks that it shows, and what is in doubt there: there is no key for what it would
    /// ignore.
    var variant: SettingsVariant<(any TargetSettings, AlertStyle, TargetConfiguration.DoubtPolicy)> {
        SettingsVariant(word, help: settings.help) { [settings] reader in
            let keys = settings.init(reading: &reader)
            let doubt = settings.deduplicates ? .repeat : TargetConfiguration.DoubtPolicy(reading: &reader)
            return (keys, AlertStyle(reading: &reader, settings.looks, icons: settings.icons), doubt)
        }
    }
}
