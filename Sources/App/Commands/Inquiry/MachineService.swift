import Daemon
import Glibc

/// The machine's service, as a command finds it.
enum MachineService {
    /// Its control socket. The variable is for tests and containers.
    static var socket: String {
        ProcessEnvironment.variables["POCKETBELL_SYSTEM_SOCKET"] ?? "/run/pocketbell/control.sock"
    }

    static func isThere(_ socket: String) -> Bool { unsafe access(socket, F_OK) == 0 }

    /// Whether this user may not connect, or not even see whether there is anything.
    static func isForbidden(_ socket: String) -> Bool { unsafe access(socket, W_OK) != 0 && errno == EACCES }

    /// Where systemd looks for the service's unit.
    private static let units = [
        "/etc/systemd/system", "/run/systemd/system", "/usr/lib/systemd/system", "/lib/systemd/system",
    ]

    static var isInstalled: Bool {
        units.contains { unsafe access("\($0)/pocketbell.service", F_OK) == 0 }
    }
}
