import Store
import Systemd

extension BusError {
    /// What a failed call to the notification server means.
    var verdict: Verdict {
        switch self {
        case .disconnected: .retry(.off, "there is no session bus; it is shown when somebody is logged in")
        // Nobody can tell whether the popup came up.
        case .timedOut: .inDoubt(.timedOut, "the notification server doesn't answer; it may have been shown")
        case .overloaded, .exhausted: .retry(.off, "the session bus can't take it now")
        case .invalid(let reason): .refused(.rejected, "the popup can't be put in words of D-Bus: \(reason)")
        case .remote(let name, _):
            switch name.split(separator: ".").last {
            // Plasma and others refuse more than about one in a second.
            case "ExcessNotificationGeneration":
                .retry(.rateLimited, after: .seconds(2), "the notification server asks for a pause")
            case "AccessDenied":
                .endpointDead(.unauthorized, "the bus doesn't allow popups of this program (\(name))")
            case "InvalidArgs", "UnknownMethod": .refused(.rejected, "the notification server refuses it (\(name))")
            // ServiceUnknown, or Spawn.* where the bus tried to start a server without a display.
            default: .retry(.off, "no notification server runs (\(name))")
            }
        }
    }
}
