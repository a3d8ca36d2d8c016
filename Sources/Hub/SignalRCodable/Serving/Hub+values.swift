public import SignalRServer

extension Hub {
    /// Adds a method whose parameters and result are values.
    ///
    /// ```swift
    /// hub.method("Add", returning: Int.self) { (call: HubCaller, a: Int, b: Int) in a + b }
    /// ```
    ///
    /// A call with other arguments fails by itself, in the words of official servers.
    ///
    /// - Parameters:
    ///   - name: clients may use any letter case.
    ///   - returning: the type of the result.
    ///   - uploads: how many streams a call must upload; see `HubCaller.upload(_:of:coding:)`.
    public func method<each Argument: Decodable & Sendable, Result: Encodable & Sendable>(
        _ name: String, returning: Result.Type, uploads: Int = 0, coding: HubCoding = .standard,
        _ body: @escaping @Sendable @concurrent (HubCaller, repeat each Argument) async throws -> Result
    ) {
        method(name, parameters: count(repeat (each Argument).self), uploads: uploads) { call -> String? in
            let arguments = try coding.arguments(repeat (each Argument).self, of: call, name)
            return try coding.text(of: try await body(call, repeat each arguments))
        }
    }

    /// Adds a method whose parameters are values and that returns nothing.
    ///
    /// - Parameters:
    ///   - name: clients may use any letter case.
    ///   - returning: `Void.self`.
    ///   - uploads: how many streams a call must upload; see `HubCaller.upload(_:of:coding:)`.
    public func method<each Argument: Decodable & Sendable>(
        _ name: String, returning: Void.Type, uploads: Int = 0, coding: HubCoding = .standard,
        _ body: @escaping @Sendable @concurrent (HubCaller, repeat each Argument) async throws -> Void
    ) {
        method(name, parameters: count(repeat (each Argument).self), uploads: uploads) { call -> String? in
            let arguments = try coding.arguments(repeat (each Argument).self, of: call, name)
            try await body(call, repeat each arguments)
            return nil
        }
    }

    /// Adds a method that answers with a stream of values: what `body` writes until it returns.
    ///
    /// ```swift
    /// hub.stream("Count", of: Int.self) { (call: HubCaller, items: HubValueWriter<Int>, count: Int) in
    ///     for number in 0..<count { try await items.send(number) }
    /// }
    /// ```
    ///
    /// - Parameters:
    ///   - name: clients may use any letter case.
    ///   - of: the type of the items.
    ///   - uploads: how many streams a call must upload; see `HubCaller.upload(_:of:coding:)`.
    public func stream<each Argument: Decodable & Sendable, Item: Encodable & Sendable>(
        _ name: String, of: Item.Type, uploads: Int = 0, coding: HubCoding = .standard,
        _ body:
            @escaping @Sendable @concurrent (HubCaller, HubValueWriter<Item>, repeat each Argument) async throws ->
            Void
    ) {
        stream(name, parameters: count(repeat (each Argument).self), uploads: uploads) { call, writer in
            let arguments = try coding.arguments(repeat (each Argument).self, of: call, name)
            try await body(call, HubValueWriter(writer: writer, coding: coding), repeat each arguments)
        }
    }

    /// Calls a handler of clients with values and waits for nothing: the message is queued for each of them.
    ///
    /// - Returns: How many clients it was queued for.
    /// - Throws: `HubFailure` when an argument can't be encoded.
    @discardableResult
    public func send<each Argument: Encodable>(
        _ target: String, encoding arguments: repeat each Argument, to recipients: HubRecipients = .all,
        coding: HubCoding = .standard
    ) throws(HubFailure) -> Int {
        try send(target, try coding.texts(of: repeat each arguments), to: recipients)
    }

    /// Asks one client with values and waits for its answer.
    ///
    /// - Parameter connection: the client's connection id.
    /// - Throws: `HubFailure` when the client has no such handler, its handler fails, it goes, the time is over, or its answer
    ///   is of another type; `CancellationError`.
    public func invoke<each Argument: Encodable, Answer: Decodable>(
        _ target: String, _ arguments: repeat each Argument, returning: Answer.Type, on connection: String,
        within limit: Duration = .seconds(30), coding: HubCoding = .standard
    ) async throws -> Answer {
        let texts: [String] = try coding.texts(of: repeat each arguments)
        let answer: String = try await invoke(target, texts, on: connection, within: limit)
        do { return try coding.value(returning, of: answer) } catch {
            throw HubFailure("The client's answer is no \(returning): \(HubCoding.reason(of: error))")
        }
    }

    private func count<each Argument>(_ types: repeat (each Argument).Type) -> Int {
        var count = 0
        for _ in repeat each types { count += 1 }
        return count
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
    fileprivate func arguments<each Argument: Decodable>(
        _ types: repeat (each Argument).Type, of call: HubCaller, _ name: String
    ) throws(HubFailure) -> (repeat each Argument) {
        do throws(HubMismatch) {
            let array = call.arguments.array
            return try arguments(repeat each types, of: array.span, target: name)
        } catch {
            onMismatch?(error)
            throw HubFailure.wrongType
        }
    }
}

/// Where a streaming method puts its values.
public struct HubValueWriter<Item: Encodable>: Sendable {
    let writer: HubItemWriter
    let coding: HubCoding

    /// Sends an item, and returns when the client has room for more.
    ///
    /// - Throws: `CancellationError` when the client has cancelled the stream or has gone; `HubFailure` when the item can't be
    ///   encoded.
    public func send(_ item: Item) async throws {
        let texts: [String] = try coding.texts(of: item)
        for text in texts { try await writer.send(text) }
    }
}

extension HubCaller {
    /// One of the streams that the caller uploads, from 0, in the order of the method's parameters. For one consumer.
    ///
    /// It throws `HubFailure` with the client's words when its source failed, or when an item is of another type, and
    /// `CancellationError` when the client has gone.
    ///
    /// - Throws: `HubFailure` when the caller uploads fewer.
    public func upload<Item: Decodable & SendableMetatype>(
        _ index: Int, of: Item.Type, coding: HubCoding = .standard
    ) throws(HubFailure) -> some AsyncSequence<Item, any Error> {
        let items: HubItems = try upload(index)
        return items.map { text in
            do { return try coding.value(Item.self, of: text) } catch {
                throw HubFailure("An item of the upload does not fit: \(HubCoding.reason(of: error))")
            }
        }
    }

    /// Calls a handler of the caller with values, and returns when the caller has room for more.
    ///
    /// - Throws: `HubFailure` when an argument can't be encoded.
    public func send<each Argument: Encodable>(
        _ target: String, encoding arguments: repeat each Argument, coding: HubCoding = .standard
    ) async throws(HubFailure) {
        let texts: [String] = try coding.texts(of: repeat each arguments)
        try await send(target, texts)
    }
}
