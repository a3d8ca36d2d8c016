public import SignalRServer

/// Methods whose parameters, answers and items are values. A closure may take the call itself as its first parameter.
extension Hub {
    /// Adds a method that answers with a value.
    ///
    /// ```swift
    /// hub.on("Add") { (a: Int, b: Int) in a + b }
    /// ```
    ///
    /// A call with other arguments fails by itself, in the words of official servers.
    ///
    /// - Parameters:
    ///   - name: clients may use any letter case.
    ///   - uploads: how many streams a call must upload; see `HubMethodCall.upload(_:of:coding:)`.
    ///   - allowing: who may call it; everybody by default.
    public func on<each Argument: Decodable & Sendable, Answer: Encodable & Sendable>(
        _ name: String, uploads: Int = 0, allowing: HubRequirement? = nil, coding: HubCoding = .standard,
        _ body: @escaping @Sendable @concurrent (repeat each Argument) async throws -> Answer
    ) {
        on(name, uploads: uploads, allowing: allowing, coding: coding) {
            (_: HubMethodCall, arguments: repeat each Argument) in try await body(repeat each arguments)
        }
    }

    /// Adds a method that answers with a value and asks for its call.
    ///
    /// ```swift
    /// hub.on("Greet") { (call: HubMethodCall, name: String) in "\(name), you are \(call.user ?? "nobody")" }
    /// ```
    ///
    /// - Parameters:
    ///   - name: clients may use any letter case.
    ///   - uploads: how many streams a call must upload; see `HubMethodCall.upload(_:of:coding:)`.
    ///   - allowing: who may call it; everybody by default.
    public func on<each Argument: Decodable & Sendable, Answer: Encodable & Sendable>(
        _ name: String, uploads: Int = 0, allowing: HubRequirement? = nil, coding: HubCoding = .standard,
        _ body: @escaping @Sendable @concurrent (HubMethodCall, repeat each Argument) async throws -> Answer
    ) {
        let count = count(repeat (each Argument).self)
        on(name, jsonParameters: count, uploads: uploads, allowing: allowing) { call in
            let arguments = try coding.arguments(repeat (each Argument).self, of: call)
            return try coding.text(of: try await body(call, repeat each arguments))
        }
    }

    /// Adds a method that answers with nothing.
    ///
    /// ```swift
    /// hub.on("Note") { (text: String) in print(text) }
    /// ```
    ///
    /// - Parameters:
    ///   - name: clients may use any letter case.
    ///   - uploads: how many streams a call must upload; see `HubMethodCall.upload(_:of:coding:)`.
    ///   - allowing: who may call it; everybody by default.
    public func on<each Argument: Decodable & Sendable>(
        _ name: String, uploads: Int = 0, allowing: HubRequirement? = nil, coding: HubCoding = .standard,
        _ body: @escaping @Sendable @concurrent (repeat each Argument) async throws -> Void
    ) {
        on(name, uploads: uploads, allowing: allowing, coding: coding) {
            (_: HubMethodCall, arguments: repeat each Argument) in try await body(repeat each arguments)
        }
    }

    /// Adds a method that answers with nothing and asks for its call.
    ///
    /// ```swift
    /// hub.on("Say") { (call: HubMethodCall, text: String) in
    ///     try call.hub.send("said", text, to: call.others)
    /// }
    /// ```
    ///
    /// A closure of one expression with a value answers with that value.
    ///
    /// - Parameters:
    ///   - name: clients may use any letter case.
    ///   - uploads: how many streams a call must upload; see `HubMethodCall.upload(_:of:coding:)`.
    ///   - allowing: who may call it; everybody by default.
    public func on<each Argument: Decodable & Sendable>(
        _ name: String, uploads: Int = 0, allowing: HubRequirement? = nil, coding: HubCoding = .standard,
        _ body: @escaping @Sendable @concurrent (HubMethodCall, repeat each Argument) async throws -> Void
    ) {
        let count = count(repeat (each Argument).self)
        on(name, jsonParameters: count, uploads: uploads, allowing: allowing) { call in
            let arguments = try coding.arguments(repeat (each Argument).self, of: call)
            try await body(call, repeat each arguments)
            return nil
        }
    }

    func count<each Argument>(_ types: repeat (each Argument).Type) -> Int {
        var count = 0
        for _ in repeat each types { count += 1 }
        return count
    }
}
