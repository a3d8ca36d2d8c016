/// Where a settings file lies, as far as its reading depends on it.
package struct SettingsOrigin: Sendable {
    /// How messages call the file.
    package let name: String
    /// Where relative paths in the file begin.
    package let folder: String
    /// What `~/` stands for; `nil` leaves it as it is.
    package let home: String?
    /// Whether others than the owner can read the file: then it must not hold a secret itself.
    package let isExposed: Bool

    /// - Parameter folder: "." leaves relative paths as they are written.
    package init(name: String, folder: String = ".", home: String? = nil, isExposed: Bool = false) {
        self.name = name
        self.folder = folder
        self.home = home
        self.isExposed = isExposed
    }

    /// A path as it is written in the file, made independent of the folder in which the program was started.
    package func path(_ written: String) -> String {
        if written.hasPrefix("/") { return written }
        if let home, written.hasPrefix("~/") { return home + written.dropFirst() }
        return folder == "." ? written : folder + "/" + written
    }
}
