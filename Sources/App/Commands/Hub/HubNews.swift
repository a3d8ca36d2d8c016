import Daemon
import SignalRClient

/// What `hub listen` says of its connection: each beginning and each end once, however often it is tried in between.
struct HubNews {
    /// Whether anything was said of a connection, and what.
    private enum Last {
        case nothing, connected, lost
    }

    let place: String
    private var last = Last.nothing

    init(place: String) {
        self.place = place
    }

    /// - Returns: `nil` where nothing has changed for somebody who reads along.
    /// - Parameter reason: why it is so, in words that a hub may have chosen.
    mutating func line(for phase: HubState.Phase, reason: String?) -> String? {
        switch (last, phase) {
        case (.nothing, .connected):
            last = .connected
            return "connected to \(place)"
        case (.lost, .connected):
            last = .connected
            return "connected again"
        case (.connected, .waitingToReconnect), (.connected, .reconnecting):
            last = .lost
            let reason = reason?.harmless ?? ""
            // A hub's error may begin with the same words.
            let (fact, own) = ("the connection is lost", "the connection to the hub was lost")
            let sentence = reason.isEmpty ? fact : reason.hasPrefix(own) ? reason : "\(fact): \(reason)"
            return "\(sentence); trying again"
        default: return nil
        }
    }
}
