import SignalRProtocol

/// Where invocations or items wait for their consumer.
protocol RoomKeeper: Sendable {
    var hasRoom: Bool { get }
    /// Bytes that wait.
    var backlog: Int { get }
    func wakeProducers()
    func waitForRoom(unless isUrgent: @Sendable () -> Bool) async
}

extension BoundedChannel: RoomKeeper {}
