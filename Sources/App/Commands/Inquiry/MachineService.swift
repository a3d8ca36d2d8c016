import Glibc
import Store

/// Where control sockets lie.
enum ControlPlace {
    /// Of the machine's service. The variable is for tests and containers.
    static func service(_ environment: [String: String] = CommandContext.environment) -> String {
        environment["POCKETBELL_SYSTEM_SOCKET"] ?? "/run/pocketbell/control.sock"
    }

    /// The socket that a program with this state folder makes, and whether its group may use it.
    ///
    /// systemd gives the machine's service a folder of its own for that. A unit of a user's gets one too, but there commands
    /// look into the state folder, which they know.
    static func socket(
        of folder: StateFolder, _ environment: [String: String] = CommandContext.environment
    ) -> (path: String, isForGroup: Bool) {
        guard let runtime = environment["RUNTIME_DIRECTORY"]?.split(separator: ":").first, runtime.hasPrefix("/"),
            !runtime.hasPrefix("/run/user/"),
            !(environment["XDG_RUNTIME_DIR"].map { runtime.hasPrefix($0 + "/") } ?? false)
        else { return (folder.controlSocket, false) }
        return ("\(runtime)/control.sock", true)
    }

    static func isThere(_ socket: String) -> Bool { unsafe access(socket, F_OK) == 0 }

    /// Whether this user may not connect, or not even see whether there is anything.
    static func isForbidden(_ socket: String) -> Bool { unsafe access(socket, W_OK) != 0 && errno == EACCES }

    /// Where systemd looks for the service's unit.
    private static let units = [
        "/etc/systemd/system", "/run/systemd/system", "/usr/lib/systemd/system", "/lib/systemd/system",
    ]

    static var isServiceInstalled: Bool {
        units.contains { unsafe access("\($0)/pocketbell.service", F_OK) == 0 }
    }
}
