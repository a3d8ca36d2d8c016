import Runtime
import SignalRProtocol
import TestWaiting
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
    func acknowledgement() throws {
        let (transport, now) = (QuietTransport(), ContinuousClock.now)
        let link = link(transport, isStateful: true)
        let hour = link.tick(now, next: now)
        #expect(hour > now + .seconds(3_000))
        #expect(try link.writer.admits(.invocation, number: nil, bytes: 10, now: now))
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
        let never: HubTarget.Reopen = { _, _ throws(HubError) in throw .cancelled }
        let opening = HubOpening(
            transport: transport, connectionID: nil, reader: transport.makeReader(),
            reopen: isStateful ? never : nil, tokens: nil,
            records: HubRecordReader(limit: 1_000), early: [])
        return HubLink(
            opening, handlers: HandlerQueue(HubRoutes(limit: 1), limit: 1), settings: HubSettings(options), on: network)
    }
}
