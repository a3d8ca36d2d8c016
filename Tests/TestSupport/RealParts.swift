import Glibc

/// The genuine servers and recordings that lie in `../shared` beside a checkout, or where `POCKETBELL_SHARED` says.
///
/// A fresh clone has none of them: tests that need one are disabled then, with ``absence`` as the reason. With
/// `POCKETBELL_REQUIRE_REAL_PARTS` set they run and fail instead, so that a skip cannot hide a failure.
package enum RealParts {
    /// The folder; `nil` if there is none.
    package static let folder: String? = {
        if let named = environment("POCKETBELL_SHARED") { return named }
        let beside = "\(packageFolder)/../shared"
        return access(beside, R_OK) == 0 ? beside : nil
    }()

    package static let absence: String = "the real servers and recordings (../shared) are not here"

    private static let isRequired = environment("POCKETBELL_REQUIRE_REAL_PARTS") != nil

    /// Whether tests with the part run. `path` is relative to the folder, such as `reference-hub/run`.
    package static func has(_ path: String) -> Bool {
        guard let folder else { return isRequired }
        return isRequired || access("\(folder)/\(path)", R_OK) == 0
    }

    /// Where a part lies.
    package static func path(_ relative: String) throws -> String {
        struct Missing: Error { let path: String }
        guard let folder, access("\(folder)/\(relative)", R_OK) == 0 else { throw Missing(path: relative) }
        return "\(folder)/\(relative)"
    }

    /// The folder of `Package.swift`.
    package static var packageFolder: String {
        #filePath.split(separator: "/").dropLast(3).map { "/\($0)" }.joined()
    }

    /// The Python that has a server of `.ci/install-servers`.
    package static func python(of server: String) -> String { "\(packageFolder)/.build/servers/\(server)/bin/python" }

    /// Whether tests with that server run.
    package static func hasServer(_ name: String) -> Bool { isRequired || access(python(of: name), X_OK) == 0 }

    package static func environment(_ name: String) -> String? {
        unsafe getenv(name).map { unsafe String(cString: $0) }
    }

    /// Whether a program is on the path.
    package static func hasProgram(_ name: String) -> Bool {
        if isRequired { return true }
        return (environment("PATH") ?? "/usr/bin").split(separator: ":").contains { access("\($0)/\(name)", X_OK) == 0 }
    }
}
