import Relay
import Settings
import TextFormats
import Values

/// The declaration of the whole file: this is where its keys are written down.
struct ConfigurationFile: SettingsSection {
    let state: String?
    let currency: Currency
    /// `nil`: the machine's.
    let timeZone: TimeZone?
    let language: Language
    let accounts: [Configuration.Account]
    /// `nil`: left out, which is not the same as none.
    let targets: [TargetConfiguration]?
    /// `nil`: left out, which is not the same as none.
    let rules: [Configuration.Rule]?
    let people: [Configuration.Person]
    let conflicts: [ConflictSettings]
    let dashboard: DashboardSettings?
    let metrics: MetricsSettings?
    let heartbeat: HeartbeatSettings?
    /// `nil`: none.
    let drill: Schedule?
    let store: StoreSettings?
    let desktops: DesktopDoorSettings?
    let places: SettingsPlaces

    init(reading reader: inout SettingsReader) {
        state = reader.path(
            "state", example: "/var/lib/pocketbell",
            help: "The folder of the store and the tokens. "
                + "Left out: systemd's state folder ($STATE_DIRECTORY), else ~/.local/state/pocketbell.")
        currency = reader.value(
            "currency", .currency, default: "USD",
            help:
                "What the family's amounts are in, for alerts and the command line. The server says none; it means dollars."
        )
        timeZone = reader.optional(
            "time-zone", .timeZone,
            help:
                "Where the family lives: in whose time alerts, the command line and the log say when. Left out: as on this machine."
        )
        language = reader.value(
            "language", .choice, default: Language.english.rawValue,
            help: "What the family reads alerts in, amounts and days included. A target may have its own.")
        accounts = reader.sections(
            "accounts", Configuration.Account.self,
            help: "Who is watched. Left out: every account that `pocketbell login` signed in.")
        let targets = reader.sections(
            "targets", TargetConfiguration.self,
            help: "Where alerts can go. Left out: popups on this machine, as the target `desktop`. `[]`: nowhere.")
        let hasTargets = reader.isPresent("targets")
        self.targets = hasTargets ? targets : nil
        if !hasTargets { reader.provide("desktop", of: "target") }
        people = reader.sections(
            "people", Configuration.Person.self,
            help:
                "Whose targets they are, and when they want to be left in peace. Left out: all targets are told at once."
        )
        let rules = reader.sections(
            "rules", Configuration.Rule.self,
            help: "Which alerts go where. Left out: every transaction goes to every target. `[]`: nobody is told.")
        let isPresent = reader.isPresentAsList(
            "rules", hint: "write 'rules: []' to tell nobody, or leave the key out to tell every target everything")
        self.rules = isPresent ? rules : nil
        conflicts = ConflictSettings.all(reading: &reader)
        dashboard = reader.section(
            "dashboard", DashboardSettings.self,
            help: "The page in the browser. Left out: it is served to this machine, at its usual port.")
        metrics = reader.section(
            "metrics", MetricsSettings.self,
            help: "Figures and health for a monitoring system, over HTTP. Left out: nothing listens.")
        heartbeat = reader.section(
            "heartbeat", HeartbeatSettings.self,
            help: "An address that is asked while all is well, so that somebody else notices when it is not. "
                + "Left out: none.")
        drill = reader.optional(
            "drill", .schedule,
            help:
                "When every target is sent an alert that says that nothing happened, which proves that the way there works: a time, "
                + "perhaps after days. Left out: never.")
        store = reader.section(
            "store", StoreSettings.self,
            help: "What the program's own data may take of the disk, and for how long. Left out: as usual.")
        desktops = reader.section(
            "desktops", DesktopDoorSettings.self,
            help: "Where 'pocketbell desktop' on other machines connects. Left out: nothing listens on the network.")
        places = reader.places
    }

    /// A file that says nothing.
    init() {
        state = nil
        currency = .dollar
        timeZone = nil
        language = .english
        accounts = []
        targets = nil
        rules = nil
        people = []
        conflicts = []
        dashboard = nil
        metrics = nil
        heartbeat = nil
        drill = nil
        store = nil
        desktops = nil
        places = .none
    }
}
