import SignalRProtocol

extension HubConnectionOptions {
    /// What can't work with these options, before anything is tried.
    var contradiction: HubError? {
        if transports.isEmpty {
            return HubError(.badOptions, "no transport is enabled", nextStep: "Name at least one in the options.")
        }
        if skipsNegotiation, transports != [.webSockets] {
            return HubError(
                .badOptions, "only WebSockets can do without negotiation",
                nextStep: "Enable WebSockets as the only transport, or let the client negotiate.")
        }
        if messageFormat == .messagePack, transports == [.serverSentEvents] {
            return HubError(
                .badOptions, "server-sent events can't carry MessagePack",
                nextStep: "Enable WebSockets or long polling too, or choose JSON.")
        }
        for (name, bytes) in [
            ("maximumMessageBytes", maximumMessageBytes), ("maximumBacklogBytes", maximumBacklogBytes),
        ] where bytes < 1 {
            return HubError(
                .badOptions, "the option \(name) is \(bytes), and nothing fits into that",
                nextStep: "Give it the number of bytes that may come at a time.")
        }
        return nil
    }
}
