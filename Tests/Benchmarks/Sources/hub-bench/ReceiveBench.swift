import FoundationEssentials
import Glibc
import JSON
import Measuring
import SignalRClient
import SignalRCodable

/// Where an invocation reaches the program.
enum ReceiveForm: String {
    /// The asynchronous sequence, decoded by its consumer.
    case sequence
    /// An asynchronous handler.
    case handler
    /// A closure on the thread where the bytes arrive.
    case serviceThread = "service-thread"
    /// The same three, as the public API has them: the bytes of checked JSON are lent to the program, which decodes them.
    case lentSequence = "lent-sequence"
    case lentHandler = "lent-handler"
    case lentServiceThread = "lent-service-thread"
    /// An asynchronous handler that takes a `Decodable` value, from a package that knows nothing of JSON.
    case codableHandler = "codable-handler"
    /// The same by a `JSONDecoder` of the program's own, which is asked because it is a subclass.
    case ownDecoderHandler = "own-decoder-handler"
}

/// Typed invocations as fast as the hub sends them.
struct ReceiveBench {
    static let warmUp = 2_000

    let url: String
    let form: ReceiveForm

    /// Not on the main actor: every wait would hop executors.
    @concurrent
    func run(_ count: Int) async throws {
        let tally = Tally()
        let network = try HubNetwork()
        let hub = HubConnection(url, options: HubBench.options(), network: network)
        let consumer = listen(hub, tally)
        try await hub.start()
        _ = try await blast(hub, tally, Self.warmUp)
        let before = Usage.processorSeconds()
        let (seconds, sum) = try await blast(hub, tally, count)
        let micros = (Usage.processorSeconds() - before) * 1e6 / Double(count)
        print(
            """
            {"peer":"pocketbell \(form.rawValue)","mode":"receive","count":\(count),\
            "perSecond":\(Double(count) / seconds),"cpuMicrosPerMessage":\(micros),\
            "rssMB":\(Usage.residentKilobytes() / 1024),"sum":\(sum)}
            """)
        consumer?.cancel()
        await hub.stop()
        await network.close()
    }

    private func blast(
        _ hub: HubConnection, _ tally: Tally, _ count: Int
    ) async throws -> (seconds: Double, sum: String) {
        tally.reset(goal: count)
        try await hub.send("Blast", json: ["\(count)", "\"\(HubTransaction.target)\"", HubTransaction.json])
        let (seconds, sum) = await tally.reached()
        return (seconds, "\(sum)")
    }

    private func listen(_ hub: HubConnection, _ tally: Tally) -> Task<Void, Never>? {
        let target = HubTransaction.target
        switch form {
        case .serviceThread: hub.onServiceThread(target, reading: HubTransaction.init(arguments:_:), tally.add)
        case .handler: hub.on(target, reading: HubTransaction.init(arguments:_:)) { tally.add($0) }
        case .sequence:
            let transactions = hub.invocations(of: target, reading: HubTransaction.init(arguments:_:))
            return Task { for await transaction in transactions { tally.add(transaction) } }
        case .codableHandler: hub.on(target) { (transaction: CodableTransaction) in tally.add(transaction) }
        case .ownDecoderHandler:
            let coding = HubCoding(encoder: JSONEncoder(), decoder: OwnDecoder())
            hub.on(target, coding: coding) { (transaction: CodableTransaction) in tally.add(transaction) }
        case .lentServiceThread: hub.onServiceThread(target) { Self.take($0, tally) }
        case .lentHandler: hub.on(target) { invocation in invocation.withArguments { Self.take($0, tally) } }
        case .lentSequence:
            let invocations = hub.invocations(of: target)
            return Task {
                for await invocation in invocations { invocation.withArguments { Self.take($0, tally) } }
            }
        }
        return nil
    }

    private static func take(_ arguments: Span<UInt8>, _ tally: Tally) {
        var cursor = JSONCursor()
        do { tally.add(try HubTransaction(arguments: arguments, &cursor)) } catch {
            fatalError("not the transaction: \(error)")
        }
    }
}
