extension HubConnection {
    /// Calls a method of the hub and waits for its result.
    ///
    /// Cancelling the task tells the hub and throws at once; older hubs run the method to its end all the same.
    ///
    /// - Parameters:
    ///   - method: the hub finds it in any letter case.
    ///   - arguments: the JSON text of each, such as `"\"hello\""` for a string; none of those that are streams.
    ///   - uploading: the streams, in the order of the method's parameters.
    /// - Returns: The JSON text of the result; `null` for a method without one.
    /// - Throws: ``HubError``. When the connection ended meanwhile, ``HubError/mayHaveRun`` tells whether the call may have
    ///   reached the hub.
    public func invoke(
        _ method: String, json arguments: [String], uploading: [HubUpload] = []
    ) async throws(HubError) -> String {
        try await HubSession(link: link()).invoke(method, json: arguments, uploading: uploading)
    }

    /// Calls a method of the hub without waiting for it; its failure stays on the server.
    ///
    /// With streams it returns when they have been sent to their ends. Cancelling the task breaks them off.
    ///
    /// - Throws: ``HubError`` when it could not be sent.
    public func send(
        _ method: String, json arguments: [String], uploading: [HubUpload] = []
    ) async throws(HubError) {
        try await HubSession(link: link()).send(method, json: arguments, uploading: uploading)
    }

    /// Calls a method of the hub that answers with a stream.
    ///
    /// What is uploaded goes on beside it, until the stream ends or its consumer stops.
    ///
    /// - Throws: ``HubError`` when it could not be sent; the stream itself throws what comes later.
    public func stream(
        _ method: String, json arguments: [String], uploading: [HubUpload] = []
    ) async throws(HubError) -> HubStream {
        try await HubSession(link: link()).stream(method, json: arguments, uploading: uploading)
    }
}
