public import SignalRClient

/// Whoever can invoke a hub's methods: a `HubConnection`, or the `HubSession` of a step that runs when one is made.
///
/// It takes and gives JSON texts; the extensions do the same with `Encodable` and `Decodable` values.
public protocol HubInvoker: Sendable {
    /// Calls a method and waits for its result, a JSON text.
    func invoke(_ method: String, json: [String], uploading: [HubUpload]) async throws(HubError) -> String
    /// Calls a method without waiting for it.
    func send(_ method: String, json: [String], uploading: [HubUpload]) async throws(HubError)
    /// Calls a method that answers with a stream of JSON texts.
    func stream(_ method: String, json: [String], uploading: [HubUpload]) async throws(HubError) -> HubStream
}

extension HubConnection: HubInvoker {}
extension HubSession: HubInvoker {}

extension HubInvoker {
    /// Calls a method of the hub and waits for its result.
    ///
    /// ```swift
    /// let sum = try await connection.invoke("Add", 2, 3, returning: Int.self)
    /// ```
    ///
    /// - Parameters:
    ///   - method: the hub finds it in any letter case.
    ///   - arguments: as many as the method has parameters, less those of `uploading`; `nil` of an optional type is `null`.
    ///   - returning: the type of the result; an optional one if the method may return `null`. It can be left out where the
    ///     surroundings say it: `let sum: Int = try await connection.invoke("Add", 2, 3)`.
    ///   - uploading: the streams that the method takes, in the order of its parameters.
    /// - Throws: `HubError`; `badArgument` when an argument can't be encoded, `badResult` when the result is of another type:
    ///   then the method has run.
    public func invoke<each Argument: Encodable, Result: Decodable>(
        _ method: String, _ arguments: repeat each Argument, returning: Result.Type = Result.self,
        uploading: [HubUpload] = [], coding: HubCoding = .standard
    ) async throws(HubError) -> Result {
        let texts = try coding.argumentTexts(of: repeat each arguments)
        return try coding.result(
            returning, of: try await invoke(method, json: texts, uploading: uploading), method: method)
    }

    /// Calls a method of the hub and waits until it has run. What it returns is not looked at.
    ///
    /// ```swift
    /// try await connection.invoke("Join", "kitchen")
    /// ```
    ///
    /// - Parameters:
    ///   - method: the hub finds it in any letter case.
    ///   - arguments: as many as the method has parameters, less those of `uploading`.
    ///   - uploading: the streams that the method takes, in the order of its parameters.
    /// - Throws: `HubError`; `badArgument` when an argument can't be encoded.
    public func invoke<each Argument: Encodable>(
        _ method: String, _ arguments: repeat each Argument, uploading: [HubUpload] = [], coding: HubCoding = .standard
    ) async throws(HubError) {
        let texts = try coding.argumentTexts(of: repeat each arguments)
        _ = try await invoke(method, json: texts, uploading: uploading)
    }

    /// Calls a method of the hub without waiting for it; its failure stays on the server.
    ///
    /// An array is one argument: `send("Note", ["a", "b"])` fits a method of one parameter. JSON texts go with the label `json:`.
    ///
    /// - Parameters:
    ///   - method: the hub finds it in any letter case.
    ///   - arguments: as many as the method has parameters, less those of `uploading`.
    ///   - uploading: the streams that the method takes, in the order of its parameters.
    /// - Throws: `HubError`; `badArgument` when an argument can't be encoded.
    public func send<each Argument: Encodable>(
        _ method: String, _ arguments: repeat each Argument, uploading: [HubUpload] = [],
        coding: HubCoding = .standard
    ) async throws(HubError) {
        let texts = try coding.argumentTexts(of: repeat each arguments)
        try await send(method, json: texts, uploading: uploading)
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
        return HubValues(try await stream(method, json: texts, uploading: uploading), coding: coding, method: method)
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

extension HubUpload {
    /// The items of an asynchronous sequence, encoded one by one. An item that can't be encoded ends the upload with an error
    /// that the hub is told.
    public init<Items: AsyncSequence & Sendable>(_ items: Items, coding: HubCoding = .standard)
    where Items.Element: Encodable {
        self.init { body in
            for try await item in items { try await body(try coding.item(item)) }
        }
    }

    /// The items of a sequence, encoded one by one.
    public init<Items: Sequence & Sendable>(_ items: Items, coding: HubCoding = .standard)
    where Items.Element: Encodable {
        self.init { body in
            for item in items { try await body(try coding.item(item)) }
        }
    }
}

/// What the hub is told of an item that can't be encoded.
private struct BadItem: Error, CustomStringConvertible {
    let reason: String

    var description: String { "an item can't be encoded: \(reason)" }
}

extension HubCoding {
    fileprivate func item(_ item: some Encodable) throws -> String {
        do { return try text(of: item) } catch { throw BadItem(reason: Self.reason(of: error)) }
    }
}
