import SignalRProtocol

/// Which transport an attempt tries next: in the server's order, of those that are enabled here, each once. A value.
struct TransportChoice: Equatable {
    /// One that did not open.
    struct Failure: Equatable {
        let transport: HubTransport
        let error: HubError
    }

    let enabled: Set<HubTransport>
    private let format: HubMessageFormat
    private(set) var failures: [Failure] = []

    init(_ enabled: Set<HubTransport>, format: HubMessageFormat = .json) {
        self.enabled = enabled
        self.format = format
    }

    /// - Throws: Why none is left: `incompatible`, or how those failed that were tried.
    func next(of connection: NegotiatedConnection) throws(HubError) -> HubTransport {
        let left = enabled.subtracting(failures.map(\.transport))
        do throws(HubProtocolError) {
            return try connection.transport(of: left, enabled: enabled, format: format)
        } catch {
            throw failure ?? HubError(error)
        }
    }

    /// What is left for later where `transport` is tried now.
    func others(than transport: HubTransport, of connection: NegotiatedConnection) -> Set<HubTransport> {
        enabled.subtracting(failures.map(\.transport)).subtracting([transport])
            .intersection(
                connection.transports.filter { $0.carries(format) }.compactMap { HubTransport(rawValue: $0.name) })
    }

    /// A transport did not open.
    mutating func failed(_ transport: HubTransport, _ error: HubError) {
        failures.append(Failure(transport: transport, error: error))
    }

    /// A negotiation failed: its error, with what went before.
    func failure(toNegotiate error: HubError) -> HubError {
        guard !failures.isEmpty else { return error }
        return HubError(
            error.kind, "\(error.message), after these transports had failed: \(list)", nextStep: error.nextStep,
            retryAfter: error.retryAfter, status: error.status)
    }

    private var list: String {
        failures.map { "\($0.transport.rawValue): \($0.error.message)" }.joined(separator: "; ")
    }

    /// How all failed that were tried, as one error; `nil` before any has.
    ///
    /// Its kind is that of the first whose cause may pass: then the attempt may be worth repeating.
    var failure: HubError? {
        guard let first = failures.first else { return nil }
        guard failures.count > 1 else { return first.error }
        let telling = (failures.first { $0.error.isRetryable } ?? first).error
        return HubError(
            telling.kind, "no transport could be opened: \(list)", nextStep: telling.nextStep,
            retryAfter: failures.compactMap(\.error.retryAfter).max(), status: telling.status)
    }
}
