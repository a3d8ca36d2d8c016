import Settings
import TextFormats

extension Configuration {
    /// The file of the machine's service.
    package static let serviceFile = "/etc/pocketbell/pocketbell.yaml"

    /// The file of this user's own program, there or not; `nil` where neither `XDG_CONFIG_HOME` nor `HOME` is known.
    package static func ownFile(environment: [String: String]) -> String? {
        ConfigurationPlaces(environment: environment).file
    }

    /// The same where the variable `XDG_CONFIG_HOME` says where it is; `nil` without.
    package static func unusualOwnFile(environment: [String: String]) -> String? {
        environment["XDG_CONFIG_HOME"].map { !$0.isEmpty } == true ? ownFile(environment: environment) : nil
    }

    /// Reads and checks the configuration.
    ///
    /// - Parameters:
    ///   - path: the file that `--config` names; `nil` looks in `$XDG_CONFIG_HOME/pocketbell`, and takes
    ///     ``standard(environment:)`` when there is no file.
    ///   - environment: the process's variables.
    ///   - looksAround: with the mistakes of a file come those of the files that it names.
    /// - Throws: every mistake at once.
    package static func load(
        path: String?, environment: [String: String], looksAround: Bool = false
    ) throws(ConfigurationErrors) -> Configuration {
        let places = ConfigurationPlaces(environment: environment)
        if let candidate = path ?? places.file {
            switch SettingsBytes.read(candidate) {
            case .absent where path == nil: break
            case .absent:
                throw ConfigurationErrors(
                    .unreadable, "there is no configuration file \(candidate)",
                    nextStep: "check its path")
            case .notFile(let what, let step):
                throw ConfigurationErrors(
                    .unreadable, "\(candidate) is \(what), not a configuration file", nextStep: step)
            case .unreadable(let error):
                throw ConfigurationErrors(
                    .unreadable, "the configuration file \(candidate) can't be read: \(error)",
                    nextStep: error.stepToRead(candidate))
            case .read(let bytes, let isExposed):
                return try check(
                    bytes, places.origin(of: candidate, isExposed: isExposed), places, looksAround: looksAround)
            }
        }
        return try standard(environment: environment)
    }

    /// A file that has mistakes or is gone, and the state folder that its text shows or, if none, the usual one: where the
    /// program may be found that runs with what the file said before. `nil` where no folder is known.
    package static func place(
        ofBroken path: String?, environment: [String: String]
    ) -> (file: String, state: String)? {
        let places = ConfigurationPlaces(environment: environment)
        guard let file = path ?? places.file,
            let state = places.state(shownIn: file) ?? (try? places.state(nil, file: file))
        else { return nil }
        return (file, state)
    }

    private static func check(
        _ bytes: [UInt8], _ origin: SettingsOrigin, _ places: ConfigurationPlaces, looksAround: Bool
    ) throws(ConfigurationErrors) -> Configuration {
        let settings: ConfigurationFile
        let referents: SettingsReferents
        do throws(Diagnostics) {
            (settings, referents) = try SettingsFile.read(
                ConfigurationFile.self, bytes: bytes, origin: origin, looksAround: looksAround)
        } catch {
            throw ConfigurationErrors(error)
        }
        return Configuration(
            settings, file: origin.name, state: try places.state(settings.state, file: origin.name),
            localZone: places.timeZone, referents: referents)
    }
}
