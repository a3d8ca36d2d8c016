import Runtime
import SignalRProtocol
import WebSockets

/// Reads what arrives in MessagePack as JSON records. For one reader.
final class MessagePackReceiver: HubTransportReader {
    private struct State {
        var inbound: MessagePackInbound
        /// What broke the protocol, behind records that are to be read first.
        var failure: HubError?
    }

    private let inner: any HubTransportReader
    private let state: Lock<State>

    init(_ inner: any HubTransportReader, limit: Int, hasHandshake: Bool) {
        self.inner = inner
        state = Lock(State(inbound: MessagePackInbound(limit: limit, hasHandshake: hasHandshake)))
    }

    func next() async throws(HubError) -> HubPayloads? {
        if let failure = state.withLock({ $0.failure }) { throw failure }
        return try translated(try await inner.next()).get()
    }

    func poll(orCall body: @escaping @Sendable () -> Void) -> Result<HubPayloads?, HubError>? {
        if let failure = state.withLock({ $0.failure }) { return .failure(failure) }
        return inner.poll(orCall: body)?.flatMap(translated)
    }

    /// Also nothing, when that is what has come: whoever was woken looks at what else there is to do.
    private func translated(_ payloads: HubPayloads?) -> Result<HubPayloads?, HubError> {
        state.withLock { state in
            var records: [UInt8] = []
            do throws(HubProtocolError) {
                guard let payloads else {
                    try state.inbound.finish()
                    return .success(nil)
                }
                switch payloads {
                case .bytes(let bytes): try state.inbound.append(bytes.span, to: &records)
                case .webSocket(let batches):
                    for batch in batches { try state.inbound.append(batch.bytes.span, to: &records) }
                }
            } catch {
                let failure = HubError(error)
                guard !records.isEmpty else { return .failure(failure) }
                state.failure = failure
            }
            return .success(.bytes(records))
        }
    }
}
