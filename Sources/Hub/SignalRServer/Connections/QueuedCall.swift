import SignalRProtocol

/// A call that waits for its turn, with the uploads that may begin before it runs.
struct QueuedCall: Sendable {
    let call: HubCall
    let wantsStream: Bool
    let uploads: [HubFragments]

    /// What it costs to keep, in bytes; no call is free.
    var cost: Int { 256 + call.arguments.count + call.target.utf8.count }
}
