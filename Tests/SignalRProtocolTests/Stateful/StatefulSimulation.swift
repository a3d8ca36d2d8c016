import SignalRProtocol
import TestNumbers

/// Two ends and the transports between them, which are lost at any moment: with whatever is under way, and noticed by one
/// end long before the other. Everything random comes from the seed.
struct StatefulSimulation {
    /// One end, and what its application sent and got.
    struct End {
        var session: StatefulSession
        var sent = 0
        var got: [Int] = []
        /// What is under way to it on the transport of now.
        var arriving: [HubMessage] = []
        /// Whether it knows that the transport is lost.
        var hasNoticed = false
    }

    private(set) var ends: [End]
    private(set) var isConnected = true
    private(set) var losses = 0
    private(set) var replayed = 0
    private(set) var greatestBuffer = 0
    private var now = ContinuousClock.now
    private var random: SeededNumbers
    let limit: Int

    init(seed: UInt64, limit: Int) {
        self.limit = limit
        random = SeededNumbers(seed: seed)
        let pace = StatefulSession.Pace(interval: .milliseconds(20), bytes: 200)
        ends = (0..<2).map { _ in End(session: StatefulSession(limit: limit, pace: pace)) }
    }

    /// Bytes of the largest message that is sent.
    static let largest = 120

    private func message(_ number: Int) -> HubMessage {
        let padding = String(repeating: "x", count: number * 7 % 60)
        return .streamItem(id: "\(number)", item: json("\"\(padding)\""))
    }

    // MARK: Steps

    mutating func step() throws(HubProtocolError) {
        now += .milliseconds(Int.random(in: 0...5, using: &random))
        let end = Int.random(in: 0...1, using: &random)
        switch Int.random(in: 0..<100, using: &random) {
        case 0..<35: send(from: end)
        case 35..<80: try deliver(to: end)
        case 80..<90: acknowledge(from: end)
        case 90..<93: lose()
        case 93..<96: if !isConnected { ends[end].session.detached(); ends[end].hasNoticed = true }
        default: reattach()
        }
        greatestBuffer = max(greatestBuffer, ends[0].session.keptBytes, ends[1].session.keptBytes)
    }

    private mutating func send(from end: Int) {
        guard !ends[end].session.isFull else { return }
        ends[end].sent += 1
        let message = message(ends[end].sent)
        if ends[end].session.send(message.record) { write(message, from: end) }
    }

    /// Into the void when the transport is lost, which the writer may not know.
    private mutating func write(_ message: HubMessage, from end: Int) {
        if isConnected { ends[1 - end].arriving.append(message) }
    }

    private mutating func deliver(to end: Int) throws(HubProtocolError) {
        guard !ends[end].arriving.isEmpty, !ends[end].hasNoticed else { return }
        let message = ends[end].arriving.removeFirst()
        let reading: StatefulSession.Reading
        switch message {
        case .acknowledgement(let number):
            reading = try ends[end].session.read(.acknowledgement, number: number, bytes: 30, now: now)
        case .sequence(let number):
            reading = try ends[end].session.read(.sequence, number: number, bytes: 30, now: now)
        default:
            reading = try ends[end].session.read(.streamItem, number: nil, bytes: message.record.count, now: now)
        }
        if reading == .deliver, case .streamItem(let id, _) = message { ends[end].got.append(Int(id) ?? 0) }
    }

    private mutating func acknowledge(from end: Int) {
        guard let number = ends[end].session.acknowledgement(now: now) else { return }
        write(.acknowledgement(number), from: end)
    }

    /// Some of what is under way still arrives, the rest never.
    private mutating func lose() {
        guard isConnected else { return }
        isConnected = false
        losses += 1
        for end in 0..<2 {
            let survivors = Int.random(in: 0...ends[end].arriving.count, using: &random)
            ends[end].arriving.removeSubrange(survivors...)
        }
    }

    /// Also when one end still believes in the old transport, or both do.
    private mutating func reattach() {
        isConnected = true
        for end in 0..<2 {
            ends[end].arriving = []
            ends[end].hasNoticed = false
        }
        for end in 0..<2 {
            let records = ends[end].session.attached()
            replayed += records.count - 1
            let parsed = (try? messages(records)) ?? []
            for message in parsed { write(message, from: end) }
        }
    }

    /// A last transport, on which everything arrives.
    mutating func settle() throws(HubProtocolError) {
        reattach()
        for _ in 0..<4 {
            now += .seconds(1)
            for end in 0..<2 {
                while !ends[end].arriving.isEmpty { try deliver(to: end) }
                acknowledge(from: end)
            }
        }
    }
}
