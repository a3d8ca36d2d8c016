import SignalRProtocol

@testable import SignalRClient

/// A transport on which nothing comes and everything goes; tells when its link is looked at.
final class QuietTransport: HubTransportConnection, HubTransportReader {
    let sent = Collected<[UInt8]>()
    /// What was sent, without separators.
    var texts: [String] { sent.all.map { String(decoding: $0.dropLast(), as: UTF8.self) } }
    private let look: @Sendable () -> Void

    init(look: @escaping @Sendable () -> Void = {}) {
        self.look = look
    }

    let kind = HubTransport.webSockets
    let hasBroken = false

    var lastArrival: ContinuousClock.Instant? {
        look()
        return nil
    }

    func enqueue(_ record: [UInt8]) -> Bool {
        sent.add(record)
        return true
    }

    func makeReader() -> any HubTransportReader { self }
    func next() async -> HubPayloads? { nil }
    func poll(orCall body: @escaping @Sendable () -> Void) -> Result<HubPayloads?, HubError>? { nil }
    func waitForRoom() async {}
    func wakeReader() {}
    func close() async {}
    func abort() {}
}
