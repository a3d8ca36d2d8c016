import SignalRProtocol

/// Reads what arrives on a transport over plain HTTP.
struct HTTPTransportReader: HubTransportReader {
    let inbox: BoundedChannel<[UInt8]>

    func next() async throws(HubError) -> HubPayloads? {
        do {
            return try await inbox.next().map { .bytes($0) }
        } catch let error as HubError {
            throw error
        } catch {
            throw .cancelled
        }
    }
}
