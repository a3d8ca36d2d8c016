import Runtime
import SignalRProtocol
import Testing

@testable import SignalRClient

@Suite("The sweep of a network's links", .timeLimit(.minutes(1)))
struct LinkSweepTests {
    private let network = HubNetwork(loop: TestNetwork.loop, http: TestNetwork.http)
    private let looks = Collected<ContinuousClock.Instant>()

    @Test("who has something sooner while the links are looked at is heard")
    func hastened() async throws {
        let sweep = network.sweep
        // Has the others looked at soon, and often if need be.
        let impatient = link(QuietTransport(), pingInterval: .milliseconds(40))
        let patient = link(
            QuietTransport { [looks] in
                looks.add(.now)
                // In the midst of it: as a task does that reads while the service thread looks.
                if looks.all.count == 1 { try? ServiceThread(name: "reader") { sweep.hasten() }.join() }
            })
        sweep.add(impatient)
        sweep.add(patient)
        sweep.remove(impatient)
        // Else in an hour.
        try await eventually("it was looked at again") { looks.all.count == 2 }
        sweep.remove(patient)
    }

    @Test("a link that owes an acknowledgement says when, and gives it at the last look before")
    func acknowledgement() {
        let (transport, now) = (QuietTransport(), ContinuousClock.now)
        let link = link(transport, isStateful: true)
        let hour = link.tick(now, next: now)
        #expect(hour > now + .seconds(3_000))
        link.state.withLock { _ = $0.session?.received(bytes: 10, now: now) }
        #expect(link.tick(now, next: now + .milliseconds(990)) == now + .seconds(1))
        #expect(transport.sent.all.isEmpty)
        #expect(link.tick(now, next: now + .milliseconds(1_010)) >= hour)
        #expect(transport.sent.all == [HubMessage.acknowledgement(1).record])
    }

    private func link(
        _ transport: QuietTransport, pingInterval: Duration = .seconds(3_600), isStateful: Bool = false
    ) -> HubLink {
        var options = HubConnectionOptions()
        options.pingInterval = pingInterval
        options.serverTimeout = .seconds(7_200)
        let never: HubOpening.Reopen = { _, _ throws(HubError) in throw .cancelled }
        let opening = HubOpening(
            transport: transport, connectionID: nil, reader: transport.makeReader(),
            reopen: isStateful ? never : nil, tokens: nil,
            records: HubRecordReader(limit: 1_000), early: [])
        let routes = HubRoutes(limit: 1)
        return HubLink(
            opening, routes: routes, handlers: HandlerQueue(routes, limit: 1), settings: HubSettings(options),
            stop: BoundedChannel(limit: 1), on: network)
    }
}

/// A transport on which nothing comes and everything goes; tells when its link is looked at.
private final class QuietTransport: HubTransportConnection, HubTransportReader {
    let sent = Collected<[UInt8]>()
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
