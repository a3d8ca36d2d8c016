public import SignalRClient

/// Whoever calls a hub's methods with JSON texts: a connection, or a step that runs when it is made.
///
/// Its extensions do the same with `Encodable` and `Decodable` values.
public protocol HubCalling: Sendable {
    /// Calls a method and waits for its result, a JSON text.
    func invoke(_ method: String, _ arguments: [String], uploading: [HubUpload]) async throws(HubError) -> String
    /// Calls a method without waiting for it.
    func send(_ method: String, _ arguments: [String], uploading: [HubUpload]) async throws(HubError)
    /// Calls a method that answers with a stream.
    func stream(_ method: String, _ arguments: [String], uploading: [HubUpload]) async throws(HubError) -> HubStream
}

extension HubConnection: HubCalling {}
extension HubCalls: HubCalling {}
