package import Relay
package import Settings
package import Values

/// What a person configured, checked as a whole: which accounts are watched, where alerts go, and which go where.
///
/// Plain values; nothing here knows how accounts are watched or alerts are sent. Paths are complete.
package struct Configuration: Sendable {
    /// The file that was read; `nil` when there was none.
    package let file: String?
    /// The folder of the store and the tokens.
    package let state: String
    /// What amounts are in.
    package let currency: Currency
    /// In whose time people read when something was.
    package let timeZone: TimeZone
    /// What the people speak whose target says nothing else.
    package let language: Language
    /// Empty: every account that is signed in is watched.
    package let accounts: [Account]
    /// Empty: what happens is recorded and told to nobody.
    package let targets: [TargetConfiguration]
    /// Whose targets they are; empty: nobody's, and nobody has quiet hours.
    package let people: [Person]
    /// Empty: nobody is told anything.
    package let rules: [Rule]
    /// What decides where a person here and somebody else have changed the same; what is not named here is merged by field.
    package let conflicts: [ConflictSettings]
    /// The page that this machine's browsers see.
    package let dashboard: DashboardSettings
    /// Where figures and health are served; `nil`: nowhere.
    package let metrics: MetricsSettings?
    /// What is asked while all is well; `nil`: nothing.
    package let heartbeat: HeartbeatSettings?
    /// When every target has to show that it takes alerts; `nil`: never.
    package let drill: Schedule?
    /// What the program's data may take of the disk; `nil`: the usual.
    package let store: StoreSettings?
    /// Where desktops on other machines connect; `nil`: nowhere.
    package let desktops: DesktopDoorSettings?
    /// What the file names outside of itself: secrets, certificates.
    package let referents: SettingsReferents
    /// Where its parts stand in the file.
    package let places: SettingsPlaces

    /// - Parameter localZone: applies where the file says none.
    init(
        _ settings: ConfigurationFile, file: String?, state: String, localZone: TimeZone, referents: SettingsReferents
    ) {
        self.file = file
        self.state = state
        currency = settings.currency
        timeZone = settings.timeZone ?? localZone
        language = settings.language
        accounts = settings.accounts
        let targets = settings.targets ?? [TargetConfiguration.desktop]
        self.targets = targets
        people = settings.people
        rules =
            settings.rules.map { $0.map { $0.naming(targetsOf: settings.people) } } ?? [
                .everything(to: targets.map(\.name))
            ]
        conflicts = settings.conflicts
        dashboard = settings.dashboard ?? .standard
        metrics = settings.metrics
        heartbeat = settings.heartbeat
        drill = settings.drill
        store = settings.store
        desktops = settings.desktops
        self.referents = referents
        places = settings.places
    }

    /// What applies without a file, in this state folder.
    ///
    /// - Parameter environment: the process's variables.
    package static func standard(state: String, environment: [String: String]) -> Configuration {
        Configuration(
            ConfigurationFile(), file: nil, state: state,
            localZone: ConfigurationPlaces(environment: environment).timeZone, referents: .none)
    }

    /// What applies without a file: every account that is signed in, every transaction as a desktop popup.
    ///
    /// - Parameter environment: the process's variables.
    package static func standard(environment: [String: String]) throws(ConfigurationErrors) -> Configuration {
        standard(state: try ConfigurationPlaces(environment: environment).state(nil), environment: environment)
    }
}
