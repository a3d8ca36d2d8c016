import Runtime

/// What other threads ask of the bus thread.
enum BusRequest: Sendable {
    case call(UInt, BusCall, Duration, Promise<[BusValue], any Error>)
    case cancel(UInt)
    case subscribe(UInt, BusSubscription)
    case unsubscribe(UInt)
    case observe(UInt, AsyncStream<SessionBus.State>.Continuation)
    case unobserve(UInt)
    case stop

    /// Answers a request that came too late.
    func refuse() {
        switch self {
        case .call(_, _, _, let answer): answer.keep(.failure(BusError.disconnected))
        case .subscribe(_, let subscription): subscription.finish()
        case .observe(_, let continuation): continuation.finish()
        case .cancel, .unsubscribe, .unobserve, .stop: break
        }
    }
}

/// Somebody who wants signals, over all connections.
struct BusSubscription: Sendable {
    let matches: [BusMatch]
    let deliver: @Sendable (BusEvent) -> Void
    let finish: @Sendable () -> Void
}
