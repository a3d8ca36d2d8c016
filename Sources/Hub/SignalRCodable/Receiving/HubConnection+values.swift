import JSON
import Observability
public import SignalRClient

// Handlers are `@concurrent`: 6.3.1 crashes on a closure for a pack of parameters that is nonisolated(nonsending), which is
// the default here and in many programs.
extension HubConnection {
    /// Has a handler called with the arguments of each invocation of a target, in the order of arrival, as the form without
    /// types does.
    ///
    /// ```swift
    /// connection.on("TransactionCreated") { (id: UUID, amount: Decimal) in print(id, amount) }
    /// ```
    ///
    /// An invocation with other arguments is dropped by itself: the log and ``HubCoding/onMismatch`` are told, and what came
    /// with it is handled.
    @discardableResult
    public func on<each Argument: Decodable & Sendable>(
        _ target: String, coding: HubCoding = .standard,
        _ handler: @escaping @Sendable @concurrent (repeat each Argument) async -> Void
    ) -> HubRegistration {
        let logger = options.logger
        var count = 0
        for _ in repeat (each Argument).self { count += 1 }
        return onBatch(target) { [count] batch, places in
            var reader = TextReader(batch.bytes, coding)
            var index = places.lowerBound
            repeat {
                // What is no JSON has ended the connection.
                if batch.read(at: index, { _, cursor throws(JSONError) in try reader.read(&cursor) }) {
                    do {
                        var arguments = try reader.arguments(count)
                        await handler(repeat try arguments.decode((each Argument).self))
                    } catch {
                        let reason = HubCoding.reason(of: error)
                        coding.tell(HubMismatch(target: batch.target(at: index), reason: reason), logger)
                    }
                }
                index += 1
            } while index < places.upperBound && batch.isCurrent
            return index
        }
    }

    /// Has the hub's question to this client answered with the value that the handler returns, or with the error that it
    /// throws, as the form without types does.
    ///
    /// A question with other arguments is answered with an error, and the log and ``HubCoding/onMismatch`` are told.
    ///
    /// - Throws: `HubError` of kind `alreadyAnswered` when that target has an answer.
    @discardableResult
    public func answer<each Argument: Decodable & Sendable, Answer: Encodable & Sendable>(
        _ target: String, coding: HubCoding = .standard,
        _ handler: @escaping @Sendable @concurrent (repeat each Argument) async throws -> Answer
    ) throws(HubError) -> HubRegistration {
        let logger = options.logger
        return try answer(target) { (invocation: HubInvocation) -> String in
            let arguments = try coding.arguments(repeat (each Argument).self, ofQuestion: invocation, logger)
            return try coding.text(of: try await handler(repeat each arguments))
        }
    }

    /// Has the hub's question to this client answered with `null` when the handler has returned, or with the error that it throws:
    /// for a hub that only wants to know when the client is through.
    ///
    /// ```swift
    /// try connection.answer("Save") { (name: String) in print("saving \(name)") }
    /// ```
    ///
    /// - Throws: `HubError` of kind `alreadyAnswered` when that target has an answer.
    @discardableResult
    public func answer<each Argument: Decodable & Sendable>(
        _ target: String, coding: HubCoding = .standard,
        _ handler: @escaping @Sendable @concurrent (repeat each Argument) async throws -> Void
    ) throws(HubError) -> HubRegistration {
        let logger = options.logger
        return try answer(target) { (invocation: HubInvocation) -> String in
            let arguments = try coding.arguments(repeat (each Argument).self, ofQuestion: invocation, logger)
            try await handler(repeat each arguments)
            return "null"
        }
    }
}

/// What official clients answer to a question whose arguments they can't read.
private struct BadQuestion: Error, CustomStringConvertible {
    let description = "Client failed to parse argument(s)."
}

extension HubCoding {
    fileprivate func arguments<each Argument: Decodable>(
        _ types: repeat (each Argument).Type, ofQuestion question: HubInvocation, _ logger: Logger?
    ) throws(BadQuestion) -> (repeat each Argument) {
        do throws(HubMismatch) {
            return try question.arguments(as: repeat each types, coding: self)
        } catch {
            tell(error, logger)
            throw BadQuestion()
        }
    }

    fileprivate func tell(_ mismatch: HubMismatch, _ logger: Logger?) {
        logger?.warning(
            "An invocation was dropped: its arguments are not those of the handler",
            [.target: .text(String(mismatch.target.prefix(200))), .reason: .text(mismatch.reason)])
        onMismatch?(mismatch)
    }
}

extension LogKey {
    fileprivate static let target = LogKey("hub.target")
    fileprivate static let reason = LogKey("hub.reason")
}

extension HubInvocation {
    /// The arguments as values.
    ///
    /// ```swift
    /// for await invocation in connection.invocations(of: "TransactionCreated") {
    ///     let (id, amount) = try invocation.arguments(as: UUID.self, Decimal.self)
    /// }
    /// ```
    ///
    /// - Throws: ``HubMismatch`` when there are more or fewer, or when one is of another type.
    public func arguments<each Argument: Decodable>(
        as types: repeat (each Argument).Type, coding: HubCoding = .standard
    ) throws(HubMismatch) -> (repeat each Argument) {
        try withArguments { bytes throws(HubMismatch) in
            try coding.arguments(repeat each types, of: bytes, target: target)
        }
    }
}
