import CSystemd
import Glibc
import Values

/// Why a call over the bus failed.
package enum BusError: Error, Equatable, CustomStringConvertible {
    /// There is no bus, or the connection is down; it is retried in the background.
    case disconnected
    case timedOut
    /// The other side answered with an error, such as `org.freedesktop.DBus.Error.ServiceUnknown`.
    case remote(name: String, message: String)
    /// Our call breaks D-Bus rules: a bad path, name or value.
    case invalid(String)
    /// Too many calls wait already.
    case overloaded
    /// The system gave no thread or descriptor.
    case exhausted(String)

    /// What happened, for people.
    package var description: String {
        switch self {
        case .disconnected: "there is no connection to the session bus; is this a desktop session?"
        case .timedOut: "the other side of the session bus does not answer"
        case .remote(let name, let message): "\(message.isEmpty ? "the call failed" : message) (\(name))"
        case .invalid(let reason): "the call breaks the rules of D-Bus: \(reason)"
        case .overloaded: "too many calls wait for the session bus"
        case .exhausted(let reason): reason
        }
    }

    init(errno code: Int32) {
        switch code {
        case ENOTCONN, ECONNRESET, ENOMEDIUM, ENOENT, ECONNREFUSED, EPIPE, ESHUTDOWN: self = .disconnected
        case ETIMEDOUT: self = .timedOut
        default: self = .invalid(SystemError(code).description)
        }
    }

    init(_ error: sd_bus_error) {
        let name = unsafe error.name.map { unsafe String(cString: $0) } ?? ""
        let message = unsafe error.message.map { unsafe String(cString: $0) } ?? ""
        // sd-bus makes up these two itself when no answer comes.
        switch name {
        case "org.freedesktop.DBus.Error.NoReply" where message.contains(text: "timed out"),
            "org.freedesktop.DBus.Error.Timeout":
            self = .timedOut
        case "org.freedesktop.DBus.Error.NoReply", "org.freedesktop.DBus.Error.Disconnected": self = .disconnected
        default: self = .remote(name: name, message: message)
        }
    }
}
