public import SignalRClient

extension HubCalling {
    /// Calls a method of the hub and waits for its result.
    ///
    /// ```swift
    /// let sum = try await connection.invoke("Add", 2, 3, returning: Int.self)
    /// ```
    ///
    /// - Parameters:
    ///   - method: the hub finds it in any letter case.
    ///   - arguments: as many as the method has parameters, less those of `uploading`; `nil` of an optional type is `null`.
    ///   - returning: the type of the result; an optional one if the method may return `null`.
    ///   - uploading: the streams that the method takes, in the order of its parameters.
    /// - Throws: `HubError`; `badArgument` when an argument can't be encoded, `badResult` when the result is of another type:
    ///   then the method has run.
    public func invoke<each Argument: Encodable, Result: Decodable>(
        _ method: String, _ arguments: repeat each Argument, returning: Result.Type, uploading: [HubUpload] = [],
        coding: HubCoding = .standard
    ) async throws(HubError) -> Result {
        let texts = try coding.argumentTexts(of: repeat each arguments)
        return try coding.result(returning, of: try await invoke(method, texts, uploading: uploading), method: method)
    }

    /// Calls a method of the hub and waits until it has run. What it returns is not looked at.
    ///
    /// - Parameters:
    ///   - method: the hub finds it in any letter case.
    ///   - arguments: as many as the method has parameters, less those of `uploading`.
    ///   - returning: `Void.self`.
    ///   - uploading: the streams that the method takes, in the order of its parameters.
    /// - Throws: `HubError`; `badArgument` when an argument can't be encoded.
    public func invoke<each Argument: Encodable>(
        _ method: String, _ arguments: repeat each Argument, returning: Void.Type, uploading: [HubUpload] = [],
        coding: HubCoding = .standard
    ) async throws(HubError) {
        let texts = try coding.argumentTexts(of: repeat each arguments)
        _ = try await invoke(method, texts, uploading: uploading)
    }

    /// Calls a method of the hub without waiting for it; its failure stays on the server.
    ///
    /// The label keeps it apart from the form that takes JSON texts: an array of strings could be meant for either.
    ///
    /// - Parameters:
    ///   - method: the hub finds it in any letter case.
    ///   - arguments: as many as the method has parameters, less those of `uploading`.
    ///   - uploading: the streams that the method takes, in the order of its parameters.
    /// - Throws: `HubError`; `badArgument` when an argument can't be encoded.
    public func send<each Argument: Encodable>(
        _ method: String, encoding arguments: repeat each Argument, uploading: [HubUpload] = [],
        coding: HubCoding = .standard
    ) async throws(HubError) {
        let texts = try coding.argumentTexts(of: repeat each arguments)
        try await send(method, texts, uploading: uploading)
    }

    /// Calls a method of the hub that answers with a stream.
    ///
    /// ```swift
    /// for try await number in try await connection.stream("Count", 10, 0, of: Int.self) { print(number) }
    /// ```
    ///
    /// - Parameters:
    ///   - method: the hub finds it in any letter case.
    ///   - arguments: as many as the method has parameters, less those of `uploading`.
    ///   - of: the type of the items.
    ///   - uploading: the streams that the method takes, in the order of its parameters.
    /// - Throws: `HubError` when it could not be sent; the stream itself throws what comes later.
    public func stream<each Argument: Encodable, Item: Decodable>(
        _ method: String, _ arguments: repeat each Argument, of: Item.Type, uploading: [HubUpload] = [],
        coding: HubCoding = .standard
    ) async throws(HubError) -> HubValues<Item> {
        let texts = try coding.argumentTexts(of: repeat each arguments)
        return HubValues(try await stream(method, texts, uploading: uploading), coding: coding, method: method)
    }
}

extension HubCoding {
    fileprivate func argumentTexts<each Argument: Encodable>(
        of arguments: repeat each Argument
    ) throws(HubError) -> [String] {
        var texts: [String] = []
        do {
            for argument in repeat each arguments { texts.append(try text(of: argument)) }
        } catch {
            throw HubError(
                .badArgument, "argument \(texts.count + 1) can't be encoded: \(Self.reason(of: error))")
        }
        return texts
    }

    /// The value of a result or an item.
    func result<Value: Decodable>(
        _ type: Value.Type, of json: String, method: String
    ) throws(HubError) -> Value {
        do { return try value(type, of: json) } catch {
            throw HubError(
                .badResult, "what \(method) gave is no \(type): \(Self.reason(of: error))", mayHaveRun: true)
        }
    }
}
