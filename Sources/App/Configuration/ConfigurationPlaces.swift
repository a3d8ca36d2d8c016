import Glibc
import Settings
import Values

/// Where things lie when nobody says so, by the XDG Base Directory rules and systemd's.
struct ConfigurationPlaces {
    let environment: [String: String]

    /// The zone of the process, which is the machine's unless `TZ` says another.
    var timeZone: TimeZone { .ofProcess(variable: environment["TZ"]) }

    var home: String? { absolute("HOME") }

    /// The file of this user's own program. That of the machine's service is another program's.
    var file: String? {
        (absolute("XDG_CONFIG_HOME") ?? home.map { $0 + "/.config" }).map { $0 + "/pocketbell/pocketbell.yaml" }
    }

    /// The state folder: as configured, else systemd's, which for the service's file is known also outside of the service,
    /// else XDG's.
    func state(_ configured: String?, file: String? = nil) throws(ConfigurationErrors) -> String {
        if let configured { return configured }
        // systemd separates several folders by colons; ours is the first.
        if let folder = absolute("STATE_DIRECTORY")?.split(separator: ":").first { return String(folder) }
        if file == Configuration.serviceFile { return "/var/lib/pocketbell" }
        if let folder = absolute("XDG_STATE_HOME") { return folder + "/pocketbell" }
        if let home { return home + "/.local/state/pocketbell" }
        throw ConfigurationErrors(
            .noStateFolder, "there is no folder for the store",
            nextStep: "set HOME, or 'state' in the configuration file")
    }

    /// The state folder that a file names, mistakes and all; `nil` where it shows none.
    func state(shownIn file: String) -> String? {
        guard case .read(let bytes, _) = SettingsBytes.read(file) else { return nil }
        let lines = String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isNewline)
        guard let line = lines.first(where: { $0.hasPrefix("state:") }) else { return nil }
        let value = line.dropFirst("state:".count).split(separator: " ").first.map(String.init) ?? ""
        let plain = value.filter { $0 != "\"" && $0 != "'" }
        return plain.isEmpty ? nil : origin(of: file, isExposed: false).path(plain)
    }

    /// From where a file's own paths count.
    func origin(of path: String, isExposed: Bool) -> SettingsOrigin {
        let complete = Self.complete(path)
        let folder = complete.lastIndex(of: "/").map { String(complete[..<$0]) } ?? "."
        return SettingsOrigin(name: path, folder: folder, home: home, isExposed: isExposed)
    }

    /// What a file names is told by its whole path: a message is read in another folder as well.
    private static func complete(_ path: String) -> String {
        guard !path.hasPrefix("/"), let here = unsafe getcwd(nil, 0) else { return path }
        defer { unsafe free(here) }
        let inside = path.hasPrefix("./") ? path.dropFirst(2) : path[...]
        return unsafe String(cString: here) + "/" + inside
    }

    /// The XDG rules ask to ignore relative paths.
    private func absolute(_ variable: String) -> String? {
        guard let value = environment[variable], value.hasPrefix("/") else { return nil }
        return value
    }
}
