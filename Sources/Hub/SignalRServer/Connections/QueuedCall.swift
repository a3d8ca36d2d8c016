import SignalRProtocol

/// A call that waits for its turn, with the uploads that may begin before it runs.
struct QueuedCall: Sendable {
    let call: HubCall
    let wantsStream: Bool
    let uploads: [HubUpload]
}
