public import SignalRServer

/// Methods that answer with a stream of values: of a sequence, or of what they write.
extension Hub {
    /// Adds a method that answers with the items of a sequence.
    ///
    /// ```swift
    /// hub.onStream("Count") { (to: Int) in
    ///     AsyncStream { items in
    ///         for number in 0..<min(to, 100) { items.yield(number) }
    ///         items.finish()
    ///     }
    /// }
    /// ```
    ///
    /// The sequence is read as fast as the client takes it, and no further once the client has cancelled the stream or gone.
    /// What it throws as `HubFailure` is told to the client.
    ///
    /// - Parameters:
    ///   - name: clients may use any letter case.
    ///   - uploads: how many streams a call must upload; see `HubMethodCall.upload(_:of:coding:)`.
    ///   - allowing: who may call it; everybody by default.
    public func onStream<each Argument: Decodable & Sendable, Items: AsyncSequence & Sendable>(
        _ name: String, uploads: Int = 0, allowing: HubRequirement? = nil, coding: HubCoding = .standard,
        _ body: @escaping @Sendable @concurrent (repeat each Argument) async throws -> Items
    ) where Items.Element: Encodable & Sendable {
        onStream(name, uploads: uploads, allowing: allowing, coding: coding) {
            (_: HubMethodCall, arguments: repeat each Argument) in try await body(repeat each arguments)
        }
    }

    /// Adds a method that answers with the items of a sequence and asks for its call.
    ///
    /// - Parameters:
    ///   - name: clients may use any letter case.
    ///   - uploads: how many streams a call must upload; see `HubMethodCall.upload(_:of:coding:)`.
    ///   - allowing: who may call it; everybody by default.
    public func onStream<each Argument: Decodable & Sendable, Items: AsyncSequence & Sendable>(
        _ name: String, uploads: Int = 0, allowing: HubRequirement? = nil, coding: HubCoding = .standard,
        _ body: @escaping @Sendable @concurrent (HubMethodCall, repeat each Argument) async throws -> Items
    ) where Items.Element: Encodable & Sendable {
        onStream(name, uploads: uploads, allowing: allowing, coding: coding) {
            (call: HubMethodCall, writer: HubValueWriter<Items.Element>, arguments: repeat each Argument) in
            for try await item in try await body(call, repeat each arguments) { try await writer.send(item) }
        }
    }

    /// Adds a method that writes a stream until it returns: for items that no one sequence has.
    ///
    /// ```swift
    /// hub.onStream("Count") { (items: HubValueWriter<Int>, to: Int) in
    ///     for number in 0..<to { try await items.send(number) }
    /// }
    /// ```
    ///
    /// The writer comes before the arguments. The task is cancelled when the client cancels the stream or goes.
    ///
    /// - Parameters:
    ///   - name: clients may use any letter case.
    ///   - uploads: how many streams a call must upload; see `HubMethodCall.upload(_:of:coding:)`.
    ///   - allowing: who may call it; everybody by default.
    public func onStream<each Argument: Decodable & Sendable, Item: Encodable & Sendable>(
        _ name: String, uploads: Int = 0, allowing: HubRequirement? = nil, coding: HubCoding = .standard,
        _ body: @escaping @Sendable @concurrent (HubValueWriter<Item>, repeat each Argument) async throws -> Void
    ) {
        onStream(name, uploads: uploads, allowing: allowing, coding: coding) {
            (_: HubMethodCall, writer: HubValueWriter<Item>, arguments: repeat each Argument) in
            try await body(writer, repeat each arguments)
        }
    }

    /// Adds a method that writes a stream until it returns and asks for its call.
    ///
    /// - Parameters:
    ///   - name: clients may use any letter case.
    ///   - uploads: how many streams a call must upload; see `HubMethodCall.upload(_:of:coding:)`.
    ///   - allowing: who may call it; everybody by default.
    public func onStream<each Argument: Decodable & Sendable, Item: Encodable & Sendable>(
        _ name: String, uploads: Int = 0, allowing: HubRequirement? = nil, coding: HubCoding = .standard,
        _ body:
            @escaping @Sendable @concurrent (HubMethodCall, HubValueWriter<Item>, repeat each Argument) async throws ->
            Void
    ) {
        let count = count(repeat (each Argument).self)
        onStream(name, jsonParameters: count, uploads: uploads, allowing: allowing) { call, writer in
            let arguments = try coding.arguments(repeat (each Argument).self, of: call)
            try await body(call, HubValueWriter(writer: writer, coding: coding), repeat each arguments)
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
        for text in try coding.texts(of: item) as [String] { try await writer.send(json: text) }
    }
}
