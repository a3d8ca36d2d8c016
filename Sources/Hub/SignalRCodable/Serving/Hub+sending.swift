public import SignalRServer

/// Calling the handlers of clients with values.
extension Hub {
    /// Calls a handler of clients and waits for nothing: the message is queued for each of them.
    ///
    /// ```swift
    /// try hub.send("announced", "Dinner", 19, to: .group("kitchen"))
    /// ```
    ///
    /// - Returns: How many clients it was queued for.
    /// - Throws: `HubFailure` when an argument can't be encoded.
    @discardableResult
    public func send<each Argument: Encodable>(
        _ target: String, _ arguments: repeat each Argument, to recipients: HubRecipients = .all,
        coding: HubCoding = .standard
    ) throws(HubFailure) -> Int {
        try send(target, json: try coding.texts(of: repeat each arguments), to: recipients)
    }

    /// Calls a handler of clients, and returns when the message is queued for each of them: whoever sends much sends no faster
    /// than they take it.
    ///
    /// - Parameter limit: how long a client may have no room; then it is cut, so that it does not hold up the others for ever.
    /// - Returns: How many clients it was meant for.
    /// - Throws: `HubFailure` when an argument can't be encoded.
    @discardableResult
    public func send<each Argument: Encodable>(
        _ target: String, _ arguments: repeat each Argument, to recipients: HubRecipients = .all,
        within limit: Duration, coding: HubCoding = .standard
    ) async throws(HubFailure) -> Int {
        try await send(target, json: try coding.texts(of: repeat each arguments), to: recipients, within: limit)
    }

    /// Calls a handler of one client and waits for its answer.
    ///
    /// - Parameters:
    ///   - returning: the type of the answer, where it is not clear from what the answer is used for.
    ///   - connection: the client's connection id.
    ///   - limit: how long the client may take; then the call fails.
    /// - Throws: `HubFailure` when the client has no such handler, its handler fails, it goes, the time is over, or its answer
    ///   is of another type; `CancellationError`.
    public func invoke<each Argument: Encodable, Answer: Decodable>(
        _ target: String, _ arguments: repeat each Argument, returning: Answer.Type = Answer.self,
        on connection: String, within limit: Duration = .seconds(30), coding: HubCoding = .standard
    ) async throws -> Answer {
        let texts: [String] = try coding.texts(of: repeat each arguments)
        let answer = try await invoke(target, json: texts, on: connection, within: limit)
        do { return try coding.value(returning, of: answer) } catch {
            throw HubFailure("The client's answer is no \(returning): \(HubCoding.reason(of: error))")
        }
    }

    /// Calls a handler of one client and waits until it is done, whatever it returns.
    ///
    /// - Parameters:
    ///   - connection: the client's connection id.
    ///   - limit: how long the client may take; then the call fails.
    /// - Throws: `HubFailure` when the client has no such handler, its handler fails, it goes, or the time is over;
    ///   `CancellationError`.
    public func invoke<each Argument: Encodable>(
        _ target: String, _ arguments: repeat each Argument, on connection: String,
        within limit: Duration = .seconds(30), coding: HubCoding = .standard
    ) async throws {
        let texts: [String] = try coding.texts(of: repeat each arguments)
        _ = try await invoke(target, json: texts, on: connection, within: limit)
    }
}

extension HubMethodCall {
    /// Calls a handler of the caller with values, and returns when the caller has room for more.
    ///
    /// - Throws: `HubFailure` when an argument can't be encoded.
    public func send<each Argument: Encodable>(
        _ target: String, _ arguments: repeat each Argument, coding: HubCoding = .standard
    ) async throws(HubFailure) {
        try await send(target, json: try coding.texts(of: repeat each arguments))
    }

    /// Calls a handler of the caller with values and waits for its answer.
    ///
    /// ```swift
    /// hub.on("Delete") { (call: HubMethodCall, name: String) in
    ///     guard try await call.invoke("Confirm", "Delete \(name)?") else { return "kept" }
    ///     return "deleted"
    /// }
    /// ```
    ///
    /// - Parameters:
    ///   - returning: the type of the answer, where it is not clear from what the answer is used for.
    ///   - limit: how long the caller may take; then the call fails.
    /// - Throws: `HubFailure`, as `Hub.invoke` does; `CancellationError`.
    public func invoke<each Argument: Encodable, Answer: Decodable>(
        _ target: String, _ arguments: repeat each Argument, returning: Answer.Type = Answer.self,
        within limit: Duration = .seconds(30), coding: HubCoding = .standard
    ) async throws -> Answer {
        try await hub.invoke(
            target, repeat each arguments, returning: returning, on: connectionID, within: limit, coding: coding)
    }

    /// Calls a handler of the caller and waits until it is done, whatever it returns.
    ///
    /// - Parameter limit: how long the caller may take; then the call fails.
    /// - Throws: `HubFailure`, as `Hub.invoke` does; `CancellationError`.
    public func invoke<each Argument: Encodable>(
        _ target: String, _ arguments: repeat each Argument, within limit: Duration = .seconds(30),
        coding: HubCoding = .standard
    ) async throws {
        try await hub.invoke(target, repeat each arguments, on: connectionID, within: limit, coding: coding)
    }

    /// One of the streams that the caller uploads, from 0, in the order of the method's parameters. For one consumer.
    ///
    /// It throws `HubFailure` with the client's words when its source failed, or when an item is of another type, and
    /// `CancellationError` when the client has gone.
    ///
    /// - Throws: `HubFailure` when the caller uploads fewer.
    public func upload<Item: Decodable & SendableMetatype>(
        _ index: Int, of: Item.Type, coding: HubCoding = .standard
    ) throws(HubFailure) -> some AsyncSequence<Item, any Error> {
        try jsonUpload(index).map { text in
            do { return try coding.value(Item.self, of: text) } catch {
                throw HubFailure("An item of the upload does not fit: \(HubCoding.reason(of: error))")
            }
        }
    }
}

extension HubAnswer {
    /// An answer of one's own, for a filter that replaces the method's.
    ///
    /// - Throws: `HubFailure` when the value can't be encoded.
    public init(_ value: some Encodable, coding: HubCoding = .standard) throws(HubFailure) {
        try self.init(json: try coding.texts(of: value).joined())
    }
}

extension HubCoding {
    /// The JSON texts of a call's arguments.
    func texts<each Argument: Encodable>(of arguments: repeat each Argument) throws(HubFailure) -> [String] {
        var texts: [String] = []
        do {
            for argument in repeat each arguments { texts.append(try text(of: argument)) }
        } catch {
            throw HubFailure("Argument \(texts.count + 1) can't be encoded: \(Self.reason(of: error))")
        }
        return texts
    }

    /// The arguments of a call, whose number the hub has checked.
    func arguments<each Argument: Decodable>(
        _ types: repeat (each Argument).Type, of call: HubMethodCall
    ) throws(HubFailure) -> (repeat each Argument) {
        do throws(HubMismatch) {
            let array = call.arguments.array
            return try arguments(repeat each types, of: array.span, target: call.method)
        } catch {
            onMismatch?(error)
            throw HubFailure.wrongType
        }
    }
}
