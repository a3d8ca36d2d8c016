import SignalRProtocol

/// A call that waits for its turn, with the uploads that may begin before it runs.
struct QueuedCall: Sendable {
    let call: HubCall
    let wantsStream: Bool
    let uploads: [HubFragments]

    /// Whether it runs beside the calls of which only so many run at a time: a stream may go on for ever, and the items of an
    /// upload would wait behind calls that wait for it. So do official servers.
    var runsBeside: Bool { wantsStream || !uploads.isEmpty }

    /// What it costs to keep, in bytes; no call is free.
    var cost: Int { 256 + call.arguments.count + call.target.utf8.count }
}
