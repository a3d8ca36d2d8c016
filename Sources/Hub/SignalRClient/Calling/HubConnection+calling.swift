import JSON
import SignalRProtocol

extension HubConnection {
    /// Calls a method of the hub and waits for its result.
    ///
    /// Cancelling the task tells the hub and throws at once; older hubs run the method to its end all the same.
    ///
    /// - Parameters:
    ///   - method: the hub finds it in any letter case.
    ///   - arguments: the JSON text of each.
    /// - Returns: The JSON text of the result; `null` for a method without one.
    /// - Throws: ``HubError``. When the connection ended meanwhile, ``HubError/mayHaveRun`` tells whether the call may have
    ///   reached the hub.
    public func invoke(_ method: String, _ arguments: [String] = []) async throws(HubError) -> String {
        let result = try await link().invoke(method, try Self.array(arguments))
        return String(decoding: result, as: UTF8.self)
    }

    /// Calls a method of the hub without waiting for it; its failure stays on the server.
    ///
    /// - Throws: ``HubError`` when it could not be sent.
    public func send(_ method: String, _ arguments: [String] = []) async throws(HubError) {
        try await link().send(.invocation(HubCall(method, arguments: try Self.array(arguments))))
    }

    /// Calls a method of the hub that answers with a stream.
    ///
    /// - Throws: ``HubError`` when it could not be sent; the stream itself throws what comes later.
    public func stream(_ method: String, _ arguments: [String] = []) async throws(HubError) -> HubStream {
        try await link().stream(method, try Self.array(arguments))
    }

    private static func array(_ arguments: [String]) throws(HubError) -> [UInt8] {
        do throws(JSONError) { return try HubText.array(arguments) } catch {
            throw HubError(
                .badArgument, "an argument is not JSON: \(error)", nextStep: "Text needs quotes: \"text\".")
        }
    }
}
