import JSON
import SignalRProtocol

/// Calls on one established connection, from its handshake to its end: what a step of ``HubConnection/onConnect(_:)`` is
/// given, because nobody else can call yet. Later calls on it fail with the kind `notConnected`.
public struct HubCalls: Sendable {
    let link: HubLink

    /// Calls a method and waits for its result, as ``HubConnection/invoke(_:_:uploading:)`` does.
    public func invoke(
        _ method: String, _ arguments: [String] = [], uploading: [HubUpload] = []
    ) async throws(HubError) -> String {
        let result = try await link.invoke(method, try Self.array(arguments), uploading)
        return String(decoding: result, as: UTF8.self)
    }

    /// Calls a method without waiting for it, as ``HubConnection/send(_:_:uploading:)`` does.
    public func send(
        _ method: String, _ arguments: [String] = [], uploading: [HubUpload] = []
    ) async throws(HubError) {
        try await link.send(method, try Self.array(arguments), uploading)
    }

    /// Calls a method that answers with a stream, as ``HubConnection/stream(_:_:uploading:)`` does.
    public func stream(
        _ method: String, _ arguments: [String] = [], uploading: [HubUpload] = []
    ) async throws(HubError) -> HubStream {
        try await link.stream(method, try Self.array(arguments), uploading)
    }

    private static func array(_ arguments: [String]) throws(HubError) -> [UInt8] {
        do throws(JSONError) { return try HubText.array(arguments) } catch {
            throw HubError(
                .badArgument, "an argument is not JSON: \(error)", nextStep: "Text needs quotes: \"text\".")
        }
    }
}
