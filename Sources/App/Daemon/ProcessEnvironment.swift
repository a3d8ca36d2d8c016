import Glibc
import Systemd

extension SessionBus {
    /// Whether this process belongs to a desktop session, as a system service does not.
    static var isOfSession: Bool {
        let environment = CommandContext.environment
        if environment["DBUS_SESSION_BUS_ADDRESS"] != nil { return true }
        guard let folder = environment["XDG_RUNTIME_DIR"] else { return false }
        return unsafe access("\(folder)/bus", F_OK) == 0
    }

    /// The bus of that session; `nil` where there is none.
    static func ofSession() -> SessionBus? { isOfSession ? try? SessionBus() : nil }
}
