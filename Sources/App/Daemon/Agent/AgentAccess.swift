import Glibc
import JSON
package import Store
package import Values

/// How an agent gets to its watcher, as it is kept from one start to the next, for this user alone.
package struct AgentAccess: Sendable {
    package let watcher: WatcherAddress
    /// A PEM file that vouches for the watcher's certificate; `nil` trusts whom this machine trusts.
    package let certificate: String?
    let token: Secret

    package init(watcher: WatcherAddress, certificate: String?, token: Secret) {
        (self.watcher, self.certificate, self.token) = (watcher, certificate, token)
    }

    /// The file in an agent's folder.
    private static func path(in folder: StateFolder) -> String { "\(folder.path)/watcher.json" }

    /// `nil` where nothing is kept yet.
    ///
    /// - Throws: `DaemonError` for a file that cannot be read, or that others may read.
    package init?(keptIn folder: StateFolder) throws(DaemonError) {
        let path = Self.path(in: folder)
        do throws(SystemError) {
            guard let bytes = try PrivateFile.read(path) else { return nil }
            guard let node = (try? JSONValue(parsing: bytes)).map({ JSONNode($0) }),
                let text = try? node.required("watcher").string(), let watcher = try? WatcherAddress(text),
                let token = try? node.required("token").string()
            else { throw SystemError(EINVAL) }
            self.init(
                watcher: watcher, certificate: try? node.optional("certificate")?.string(), token: Secret(token))
        } catch {
            throw DaemonError(
                .configuration, "\(path) cannot be used: \(error)",
                hint: "have a new one made: pocketbell desktop --sign-in")
        }
    }

    /// - Throws: `DaemonError` where the disk does not take it.
    package func keep(in folder: StateFolder) throws(DaemonError) {
        let json: JSONValue = [
            "watcher": .string(watcher.text), "certificate": certificate.map { .string($0) } ?? nil,
            "token": .string(token.withText { $0 }),
        ]
        do throws(SystemError) {
            try PrivateFile.replace(Self.path(in: folder), with: Array(json.description.utf8))
        } catch {
            throw DaemonError(.stateFolder, "\(Self.path(in: folder)) cannot be written: \(error)")
        }
    }
}
