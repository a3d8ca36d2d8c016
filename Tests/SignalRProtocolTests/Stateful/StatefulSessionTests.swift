import SignalRProtocol
import TestNumbers
import Testing

@Suite("Stateful session")
struct StatefulSessionTests {
    private let start = ContinuousClock.now
    private func at(_ milliseconds: Int) -> ContinuousClock.Instant { start + .milliseconds(milliseconds) }

    private func item(_ number: Int, size: Int = 0) -> [UInt8] {
        HubMessage.streamItem(id: "\(number)", item: json("\"\(String(repeating: "x", count: size))\"")).record
    }

    private func sequence(_ number: Int64) -> [UInt8] { HubMessage.sequence(number).record }

    // MARK: Sending

    @Test("begins a new transport with the number of the next message when everything is acknowledged (case 97)")
    func emptyBuffer() {
        var session = StatefulSession()
        #expect(session.attached() == [sequence(1)])
        for number in 1...3 { #expect(session.send(item(number)) == true) }
        _ = session.acknowledged(3)
        session.detached()
        #expect(session.attached() == [sequence(4)])
    }

    @Test("sends what was not acknowledged again, in order and byte for byte, after the number of the first (case 98)")
    func replay() {
        var session = StatefulSession()
        for number in 1...5 { _ = session.send(item(number)) }
        _ = session.acknowledged(2)
        session.detached()
        #expect(session.attached() == [sequence(3), item(3), item(4), item(5)])
    }

    @Test("sends the same again when the transport is lost during the replay (case 105)")
    func secondDrop() {
        var session = StatefulSession()
        for number in 1...4 { _ = session.send(item(number)) }
        session.detached()
        let first = session.attached()
        session.detached()
        #expect(session.attached() == first)
        // The other end got two of them the second time.
        _ = session.acknowledged(2)
        session.detached()
        #expect(session.attached() == [sequence(3), item(3), item(4)])
    }

    @Test("keeps what is sent without a transport, and gives it to the next one behind the rest (case 107)")
    func sentWhileDetached() {
        var session = StatefulSession()
        #expect(session.send(item(1)) == true)
        session.detached()
        #expect(session.send(item(2)) == false)
        #expect(session.send(item(3)) == false)
        #expect(session.attached() == [sequence(1), item(1), item(2), item(3)])
        #expect(session.send(item(4)) == true)
    }

    @Test("a transport that takes another's place before that was given up gets everything too")
    func replacedTransport() {
        var session = StatefulSession()
        _ = session.send(item(1))
        #expect(session.attached() == [sequence(1), item(1)])
        #expect(session.isAttached)
    }

    @Test("lets senders wait from the limit on, and go on at the acknowledgement that makes room (case 102)")
    func backPressure() {
        let size = item(1).count
        var session = StatefulSession(limit: 3 * size)
        for number in 1...2 { _ = session.send(item(number)) }
        #expect(!session.isFull)
        #expect(session.send(item(3)) == true, "the message that fills it is on its way")
        #expect(session.isFull)
        #expect(session.keptBytes == 3 * size)
        #expect(session.acknowledged(1) == true)
        #expect(!session.isFull)
        #expect(session.acknowledged(2) == false, "nobody waited")
        #expect(session.keptBytes == size)
        #expect(session.keptCount == 1)
    }

    @Test("one message may be larger than the limit")
    func largeMessage() {
        var session = StatefulSession(limit: 10)
        _ = session.send(item(1, size: 1_000))
        #expect(session.isFull)
        #expect(session.acknowledged(1) == true)
        #expect(session.keptBytes == 0)
    }

    @Test(
        "ignores acknowledgements that can't be: below one, older than an earlier one, of what was not sent",
        arguments: [Int64.min, -1, 0, 1, 2, 6, 7, .max])
    func oddAcknowledgements(number: Int64) {
        var session = StatefulSession()
        for number in 1...5 { _ = session.send(item(number)) }
        _ = session.acknowledged(2)
        let before = session
        #expect(session.acknowledged(number) == false)
        #expect(session == before)
    }

    @Test("keeps numbers and bytes right over thousands of messages acknowledged in batches of any size")
    func longRun() {
        var session = StatefulSession(limit: .max)
        var random = SeededNumbers(seed: 7)
        var (sent, acknowledged) = (0, 0)
        for _ in 0..<300 {
            for _ in 0..<Int.random(in: 0...40, using: &random) {
                sent += 1
                _ = session.send(item(sent))
            }
            acknowledged = Int.random(in: acknowledged...sent, using: &random)
            _ = session.acknowledged(Int64(acknowledged))
            #expect(session.keptCount == sent - acknowledged)
            #expect(session.keptBytes == (acknowledged..<sent).reduce(0) { $0 + item($1 + 1).count })
        }
        #expect(session.attached().first == sequence(Int64(acknowledged + 1)))
    }

    // MARK: Receiving

    @Test("of five messages that come again three were seen: two are delivered (case 99)")
    func duplicates() throws {
        var session = StatefulSession()
        for _ in 1...3 { #expect(session.received(bytes: 10, now: start) == true) }
        session.detached()
        _ = session.attached()
        try session.sequence(1)
        #expect((1...5).map { _ in session.received(bytes: 10, now: start) } == [false, false, false, true, true])
    }

    @Test("a number above the awaited one is a gap, one below 1 is invalid (case 100)")
    func oddSequences() throws {
        var session = StatefulSession()
        for _ in 1...3 { _ = session.received(bytes: 10, now: start) }
        _ = session.attached()
        #expect(throws: HubProtocolError(.sequenceGap(sent: 5, awaited: 4))) { try session.sequence(5) }
        #expect(throws: HubProtocolError(.sequenceGap(sent: .max, awaited: 4))) { try session.sequence(.max) }
        #expect(throws: HubProtocolError(.invalidSequence(0))) { try session.sequence(0) }
        #expect(throws: HubProtocolError(.invalidSequence(.min))) { try session.sequence(.min) }
        #expect(session.awaitsSequence, "none of them counts")
        try session.sequence(4)
        #expect(session.received(bytes: 10, now: start) == true)
    }

    @Test("an acknowledgement that goes out during a replay which is then lost too makes no gap")
    func acknowledgedDuringReplay() throws {
        var session = StatefulSession()
        for _ in 1...5 { _ = session.received(bytes: 10, now: at(0)) }
        _ = session.attached()
        try session.sequence(2)
        _ = session.received(bytes: 10, now: at(1_000))
        #expect(session.acknowledgement(now: at(1_000)) == 5)
        _ = session.attached()
        try session.sequence(6)
        #expect(session.received(bytes: 10, now: at(2_000)) == true)
    }

    @Test("says the words that official ends say of a gap")
    func gapText() {
        #expect(
            HubProtocolError(.sequenceGap(sent: 5, awaited: 4)).description
                .hasPrefix("Sequence ID greater than amount of messages we've received."))
    }

    @Test("neither counts nor delivers what comes on a new transport before its number is known")
    func earlyMessages() throws {
        var session = StatefulSession()
        _ = session.attached()
        #expect(session.received(bytes: 10, now: start) == false)
        try session.sequence(1)
        #expect(session.received(bytes: 10, now: start) == true)
        #expect(!session.awaitsSequence)
    }

    @Test("neither counts nor delivers what is still read from a transport that was given up")
    func lateMessages() throws {
        var session = StatefulSession()
        session.detached()
        #expect(session.received(bytes: 10, now: start) == false)
        _ = session.attached()
        try session.sequence(1)
        #expect(session.received(bytes: 10, now: start) == true)
    }

    // MARK: Acknowledging

    @Test("acknowledges after a second, once for all that came meanwhile (case 101)")
    func pacedAcknowledgement() {
        var session = StatefulSession()
        #expect(session.acknowledgementDue == nil)
        #expect(session.acknowledgement(now: at(5_000)) == nil, "nothing came")
        _ = session.received(bytes: 10, now: at(100))
        _ = session.received(bytes: 10, now: at(900))
        #expect(session.acknowledgementDue == at(1_100))
        #expect(session.acknowledgement(now: at(1_099)) == nil)
        #expect(session.acknowledgement(now: at(1_100)) == 2)
        #expect(session.acknowledgement(now: at(9_000)) == nil, "it goes out once")
        _ = session.received(bytes: 10, now: at(9_500))
        #expect(session.acknowledgement(now: at(10_500)) == 3)
    }

    @Test("acknowledges earlier when much has come, so that a full buffer makes nobody wait")
    func earlyAcknowledgement() {
        var session = StatefulSession(pace: StatefulSession.Pace(bytes: 100))
        _ = session.received(bytes: 99, now: at(0))
        #expect(session.acknowledgement(now: at(0)) == nil)
        _ = session.received(bytes: 1, now: at(5))
        #expect(session.acknowledgement(now: at(5)) == 2)
        _ = session.received(bytes: 99, now: at(6))
        #expect(session.acknowledgement(now: at(6)) == nil, "counted anew")
    }

    @Test("acknowledges the last message again when it comes again: the other end has missed it")
    func repeatedAcknowledgement() throws {
        var session = StatefulSession()
        for _ in 1...2 { _ = session.received(bytes: 10, now: at(0)) }
        #expect(session.acknowledgement(now: at(1_000)) == 2)
        session.detached()
        _ = session.attached()
        try session.sequence(1)
        #expect(session.received(bytes: 10, now: at(2_000)) == false)
        #expect(session.acknowledgementDue == nil, "the first is not the last")
        #expect(session.received(bytes: 10, now: at(2_000)) == false)
        #expect(session.acknowledgement(now: at(3_000)) == 2)
    }

    @Test("acknowledges nothing without a transport, and at once on the next when it was due meanwhile")
    func detachedAcknowledgement() {
        var session = StatefulSession()
        _ = session.received(bytes: 10, now: at(0))
        session.detached()
        #expect(session.acknowledgementDue == nil)
        #expect(session.acknowledgement(now: at(2_000)) == nil)
        _ = session.attached()
        #expect(session.acknowledgement(now: at(2_000)) == 1)
    }

    // MARK: By type

    @Test("counts the types 1 to 5, and no others")
    func countedTypes() throws {
        for kind in HubEnvelope.Kind.allCases {
            var session = StatefulSession()
            let before = session
            let reading = try session.read(kind, number: 1, bytes: 10, now: start)
            #expect((session != before) == kind.isTrackable, "\(kind)")
            #expect(kind.isTrackable == (1...5 ~= kind.rawValue))
            #expect(reading == (kind == .acknowledgement || kind == .sequence ? .skip : .deliver), "\(kind)")
        }
        var session = StatefulSession()
        #expect(try session.read(nil, number: nil, bytes: 10, now: start) == .deliver)
        #expect(session.acknowledgementDue == nil)
    }

    @Test("messages to write are counted by the same types as those that are read")
    func countedMessages() {
        let call = InvocationMessage("x", arguments: json("[]"), id: "1")
        let messages: [HubMessage] = [
            .invocation(call), .streamItem(id: "1", item: json("1")), .completion(id: "1", .void),
            .streamInvocation(call), .cancelInvocation(id: "1"), .ping, .close(error: nil, allowReconnect: false),
            .acknowledgement(1), .sequence(1), .unknown(type: 99),
        ]
        #expect(messages.map(\.isTrackable) == (1...10).map { $0 <= 5 })
    }

    @Test("tells when an acknowledgement lets senders go on")
    func readAcknowledgement() throws {
        var session = StatefulSession(limit: 1)
        _ = session.send(item(1))
        #expect(try session.read(.acknowledgement, number: 1, bytes: 20, now: start) == .skipAndResumeSenders)
        #expect(try session.read(.acknowledgement, number: 1, bytes: 20, now: start) == .skip)
    }

    @Test("passes on what makes going on impossible")
    func readGap() {
        var session = StatefulSession()
        #expect(throws: HubProtocolError(.sequenceGap(sent: 2, awaited: 1))) {
            try session.read(.sequence, number: 2, bytes: 20, now: start)
        }
    }
}
