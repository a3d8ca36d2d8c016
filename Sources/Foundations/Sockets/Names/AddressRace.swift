/// Which address is tried when (RFC 8305, 5): each gets a head start before the next one joins in, one that fails is
/// followed at once, and the first to connect wins. Pure; addresses are numbers from 0.
struct AddressRace {
    enum Action: Equatable {
        case start(Int)
        /// Given up for another: it has had ``patience``.
        case drop(Int)
        /// Begin a head start anew; when it is over, `headStartOver()`.
        case wait
        /// Every address has failed.
        case giveUp
    }

    static let headStart = Duration.milliseconds(250)
    /// At once; with more addresses the oldest makes room, so that one behind many that never answer is reached.
    static let limit = 8
    static var patience: Duration { headStart * limit }

    private let count: Int
    private var next = 0
    /// In order of their start.
    private(set) var running: [Int] = []

    init(count: Int) {
        self.count = count
    }

    mutating func begin() -> [Action] { startNext() }

    /// The address refused or broke off.
    mutating func failed(_ index: Int) -> [Action] {
        guard let place = running.firstIndex(of: index) else { return [] }
        running.remove(at: place)
        return startNext()
    }

    mutating func headStartOver() -> [Action] {
        guard next < count else { return [] }
        let oldest = running.count == Self.limit ? [Action.drop(running.removeFirst())] : []
        return oldest + startNext()
    }

    private mutating func startNext() -> [Action] {
        guard next < count else { return running.isEmpty ? [.giveUp] : [] }
        defer { next += 1 }
        running.append(next)
        return next + 1 < count ? [.start(next), .wait] : [.start(next)]
    }

    /// Both families by turns, beginning with the first's, each in its order (RFC 8305, 4): when one family does not get
    /// through, the other is next.
    static func byTurns<Address>(_ addresses: [Address], isSecondFamily: (Address) -> Bool) -> [Address] {
        guard let first = addresses.first else { return [] }
        let firstFamily = isSecondFamily(first)
        var (ours, others) = (addresses[...], addresses[...])
        ours.removeAll { isSecondFamily($0) != firstFamily }
        others.removeAll { isSecondFamily($0) == firstFamily }
        var result: [Address] = []
        while !ours.isEmpty || !others.isEmpty {
            if let next = ours.popFirst() { result.append(next) }
            if let next = others.popFirst() { result.append(next) }
        }
        return result
    }
}
