import Glibc

/// The picture beside a popup.
enum DesktopIcon {
    private static let own = "pocketbell"
    /// A name that every icon theme has.
    private static let fallback = "dialog-information"

    /// PocketBell's own where it is installed, else what looks like news on every desktop.
    static let name = name(
        among: folders(home: variable("HOME"), data: variable("XDG_DATA_HOME"), variable("XDG_DATA_DIRS")))

    static func name(among folders: [String]) -> String {
        folders.contains { unsafe access("\($0)/icons/hicolor/scalable/apps/\(own).svg", R_OK) == 0 } ? own : fallback
    }

    /// Where icons lie, by the XDG Base Directory rules.
    static func folders(home: String?, data: String?, _ others: String?) -> [String] {
        let own = data ?? home.map { $0 + "/.local/share" }
        let others = others ?? "/usr/local/share:/usr/share"
        return ((own.map { [$0] } ?? []) + others.split(separator: ":").map(String.init)).filter { $0.first == "/" }
    }

    private static func variable(_ name: String) -> String? {
        guard let value = unsafe getenv(name) else { return nil }
        let text = unsafe String(cString: value)
        return text.isEmpty ? nil : text
    }
}
