import Runtime
import Store
import SyncEngine
import Values

/// The writing side of a ``ModelServer``: makes rows, and answers as badly as real servers do.
final class ModelMaker: TransactionMaker {
    enum Behaviour: Sendable {
        /// Makes it and says so.
        case well
        /// Makes it; the answer is lost, is another's, or is a 500.
        case lostAnswer
        /// Makes nothing, and nobody can say so: an empty 500.
        case silentRefusal
        case answer(PushOutcome)
        /// Makes it only when the test says so, after the answer was lost.
        case late
    }

    struct Request: Sendable, Equatable {
        let intent: IntentRow.ID
        let description: String
    }

    let server: ModelServer
    private let script = Lock([Behaviour]())
    private let made = Lock([Request]())
    private let held = Lock([IntentRow]())
    private let flying = Lock([ChildRow.ID?: Int]())
    /// The most that were under way for one child, and for all together.
    private let most = Lock((child: 0, all: 0))
    private let gate = Lock(Promise<Void, Never>?.none)
    /// Called at the moment of the first byte.
    let atFirstByte = Lock((@Sendable (IntentRow) async -> Void)?.none)

    init(_ server: ModelServer) { self.server = server }

    /// What the next requests meet; afterwards all goes well.
    func next(_ behaviours: Behaviour...) { script.withLock { $0 += behaviours } }

    var requests: [Request] { made.withLock { $0 } }
    var mostForOneChild: Int { most.withLock { $0.child } }
    var mostTogether: Int { most.withLock { $0.all } }

    /// Lets no request go on until `open`.
    func close() { gate.withLock { $0 = Promise() } }
    func open() { gate.withLock { $0.take() }?.keep() }

    /// The server commits what it has put off.
    func commitLate() { for intent in held.withLock({ $0 }) { add(intent) } }

    func make(_ intent: IntentRow) async -> PushOutcome {
        made.withLock { $0.append(Request(intent: intent.id, description: intent.order.content?.description ?? "")) }
        let now = flying.withLock { flying in
            flying[intent.child, default: 0] += 1
            return (flying[intent.child] ?? 0, flying.values.reduce(0, +))
        }
        most.withLock { $0 = (max($0.child, now.0), max($0.all, now.1)) }
        defer { flying.withLock { $0[intent.child, default: 1] -= 1 } }
        await atFirstByte.withLock { $0 }?(intent)
        if let gate = gate.withLock({ $0 }) { await gate.outcomeUnlessCancelled() }
        switch script.withLock({ $0.isEmpty ? .well : $0.removeFirst() }) {
        case .well: return .made(add(intent))
        case .lostAnswer:
            add(intent)
            return .unclear("the connection broke")
        case .silentRefusal: return .unclear("500")
        case .answer(let outcome): return outcome
        case .late:
            held.withLock { $0.append(intent) }
            return .unclear("the connection broke")
        }
    }

    @discardableResult
    private func add(_ intent: IntentRow) -> TransactionRow.ID {
        guard let child = intent.child, let content = intent.order.content else {
            return TransactionRow.ID(rawValue: "")
        }
        server.state.withLock { $0.time = max($0.time, WallClock.system.now) }
        return server.add("\(content.amount)", to: child, after: 0, description: content.description)
    }
}

extension Optional {
    /// What it held; it holds nothing afterwards.
    fileprivate mutating func take() -> Wrapped? {
        defer { self = nil }
        return self
    }
}
