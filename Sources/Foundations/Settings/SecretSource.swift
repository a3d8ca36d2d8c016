import Glibc
package import Values

/// Where a secret comes from, as a settings file says it.
package enum SecretSource: Sendable {
    /// `file:PATH`: the file's first line; the path is complete.
    case file(String)
    /// `env:NAME`.
    case environment(String)
    /// `credential:NAME`: what systemd hands over by `LoadCredential=`, a file in `$CREDENTIALS_DIRECTORY`.
    case credential(String)
    /// The secret itself, where the declaration allows it.
    case literal(Secret)

    /// The prefixes of references, as messages and patterns name them.
    static let forms = "file:PATH, env:NAME or credential:NAME"
    static let pattern = "(file|env|credential):.+"

    /// Reads a reference; `nil` for any other text.
    package init?(reference text: String) {
        guard !text.contains(where: \.isNewline), let reference = SecretReference(text: text) else { return nil }
        switch reference {
        case .file(let path): self = .file(path)
        case .environment(let name): self = .environment(name)
        case .credential(let name): self = .credential(name)
        }
    }

    /// Reads the secret; each call reads it again, so a changed file is noticed.
    ///
    /// - Parameter credentials: systemd's folder; by default that of this process.
    package func resolve(credentials: String? = Self.credentialsFolder) throws(SecretSourceError) -> Secret {
        let reference: SecretReference
        switch self {
        case .literal(let secret): return secret
        case .environment(let name): reference = .environment(name)
        case .file(let path): reference = .file(Self.complete(path))
        case .credential(let name):
            guard let credentials else { throw SecretSourceError(kind: .noCredentials, credential: name) }
            reference = .file(credentials + "/" + name)
        }
        do throws(SecretReference.Failure) {
            return try reference.resolve()
        } catch {
            throw SecretSourceError(error)
        }
    }

    /// As it can be typed from any folder: a configuration that is named by a short path has its files beside it so.
    private static func complete(_ path: String) -> String {
        guard !path.hasPrefix("/"), let folder = unsafe getcwd(nil, 0) else { return path }
        defer { unsafe free(folder) }
        return unsafe String(cString: folder) + "/" + (path.hasPrefix("./") ? path.dropFirst(2) : path[...])
    }

    /// `$CREDENTIALS_DIRECTORY`.
    package static var credentialsFolder: String? {
        guard let value = unsafe getenv("CREDENTIALS_DIRECTORY") else { return nil }
        return unsafe String(cString: value)
    }

    /// Whether both name the same place. A secret that is written out is never compared, and so never the same.
    package static func isSame(_ left: SecretSource?, _ right: SecretSource?) -> Bool {
        switch (left, right) {
        case (nil, nil): true
        case (.file(let left), .file(let right)), (.environment(let left), .environment(let right)),
            (.credential(let left), .credential(let right)):
            left == right
        default: false
        }
    }

    var isLiteral: Bool {
        if case .literal = self { true } else { false }
    }

    func resolvingPath(in origin: SettingsOrigin) -> SecretSource {
        if case .file(let path) = self { .file(origin.path(path)) } else { self }
    }
}
