import Glibc

/// What the installation has put where desktops look for it.
enum DesktopFiles {
    private static let own = "pocketbell"
    /// A name that every icon theme has.
    private static let fallback = "dialog-information"
    private static let installed = folders(
        home: variable("HOME"), data: variable("XDG_DATA_HOME"), variable("XDG_DATA_DIRS"))

    /// The picture beside a popup: PocketBell's own where it is installed, else what looks like news on every desktop.
    static let icon = icon(among: installed)
    /// The name of the file by which a desktop knows the program, for its settings of notifications; `nil` where it is not installed.
    static let entry = entry(among: installed)

    static func icon(among folders: [String]) -> String {
        folders.contains { isReadable("\($0)/icons/hicolor/scalable/apps/\(own).svg") } ? own : fallback
    }

    static func entry(among folders: [String]) -> String? {
        folders.contains { isReadable("\($0)/applications/\(own).desktop") } ? own : nil
    }

    /// Where data lies, by the XDG Base Directory rules.
    static func folders(home: String?, data: String?, _ others: String?) -> [String] {
        let own = data ?? home.map { $0 + "/.local/share" }
        let others = others ?? "/usr/local/share:/usr/share"
        return ((own.map { [$0] } ?? []) + others.split(separator: ":").map(String.init)).filter { $0.first == "/" }
    }

    private static func isReadable(_ path: String) -> Bool { unsafe access(path, R_OK) == 0 }

    private static func variable(_ name: String) -> String? {
        guard let value = unsafe getenv(name) else { return nil }
        let text = unsafe String(cString: value)
        return text.isEmpty ? nil : text
    }
}
