import Glibc

/// Where a secret is kept: never in the settings file itself.
package enum SecretReference: Sendable, Hashable {
    /// `file:PATH`: the file's first line. Relative paths start at a folder, see ``resolve(relativeTo:credentials:)``.
    case file(String)
    /// `env:NAME`.
    case environment(String)
    /// `credential:NAME`: what systemd hands over by `LoadCredential=`, a file in `$CREDENTIALS_DIRECTORY`.
    case credential(String)

    /// Reads `file:PATH`, `env:NAME` or `credential:NAME`; `nil` for anything else.
    package init?(text: String) {
        guard let colon = text.firstIndex(of: ":") else { return nil }
        let rest = String(text[text.index(after: colon)...])
        // A NUL would end the name early in the C functions that get it.
        guard !rest.isEmpty, !rest.utf8.contains(0) else { return nil }
        switch text[..<colon] {
        case "file": self = .file(rest)
        case "env" where !rest.contains("="): self = .environment(rest)
        case "credential" where Self.isPlainName(rest): self = .credential(rest)
        default: return nil
        }
    }

    /// Why a secret can't be had.
    package enum Failure: Error, Equatable {
        case unset(variable: String)
        case unreadable(path: String, SystemError)
        /// A folder, a device or a pipe has this name.
        case notFile(path: String)
        /// The first line is no UTF-8, or has a NUL, which no password has and some programs end at.
        case notText(place: String)
        case empty
        case tooLong(limit: Int)
        /// Group or others may read the file.
        case exposed(path: String)
    }

    /// Reads the secret, at most 4 KiB, without the line break at its end. Each call reads it again.
    ///
    /// - Parameters:
    ///   - folder: where relative paths start.
    ///   - credentials: systemd's folder; by default `$CREDENTIALS_DIRECTORY`.
    package func resolve(relativeTo folder: String = ".", credentials: String? = nil) throws(Failure) -> Secret {
        switch self {
        case .environment(let name):
            return try Self.checked(Self.variable(name), place: "env:\(name)")
        case .file(let path):
            let path = path.hasPrefix("/") ? path : folder + "/" + path
            return try Self.checked(Self.read(path), place: path)
        case .credential(let name):
            guard Self.isPlainName(name) else { throw .notFile(path: "credential:\(name)") }
            var folder = credentials
            if folder == nil { folder = String(decoding: try Self.variable("CREDENTIALS_DIRECTORY"), as: UTF8.self) }
            let path = (folder ?? "") + "/" + name
            return try Self.checked(Self.read(path), place: path)
        }
    }

    /// A credential's name comes from the settings: it must not lead out of the folder.
    private static func isPlainName(_ name: String) -> Bool {
        !name.isEmpty && name != "." && name != ".." && !name.contains("/")
    }

    private static func variable(_ name: String) throws(Failure) -> [UInt8] {
        guard let value = unsafe getenv(name) else { throw .unset(variable: name) }
        return unsafe [UInt8](UnsafeRawBufferPointer(start: value, count: strlen(value)))
    }

    /// The first line of the bytes as a secret.
    private static func checked(_ bytes: [UInt8], place: String) throws(Failure) -> Secret {
        let line = bytes.prefix { $0 != 0x0A && $0 != 0x0D }
        guard !line.isEmpty else { throw .empty }
        guard line.count <= limit else { throw .tooLong(limit: limit) }
        // Repairing it would give a secret that is none, and an error much later.
        guard !line.contains(0), let text = String(validating: line, as: UTF8.self) else {
            throw .notText(place: place)
        }
        return Secret(text)
    }
}
