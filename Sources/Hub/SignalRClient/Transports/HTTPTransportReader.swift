import Runtime
import SignalRProtocol

/// Reads what arrives on a transport over plain HTTP.
struct HTTPTransportReader: HubTransportReader {
    let inbox: BoundedChannel<[UInt8]>

    func next() async throws(HubError) -> HubPayloads? {
        do { return try await inbox.next().map { .bytes($0) } } catch { throw failure(error) }
    }

    func poll(orCall body: @escaping @Sendable () -> Void) -> Result<HubPayloads?, HubError>? {
        inbox.poll(orCall: body)?.map { $0.map { .bytes($0) } }.mapError(failure)
    }

    private func failure(_ error: any Error) -> HubError { error as? HubError ?? .cancelled }
}
