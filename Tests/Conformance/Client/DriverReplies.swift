import JSON
import Runtime

/// What a driver answers, by the number of the order.
final class DriverReplies: Sendable {
    private let journals = Lock([Int: Journal<JSONValue>]())

    func expect(_ number: Int) { journals.withLock { $0[number] = Journal() } }

    func take(_ message: JSONValue) {
        guard case .number(let text)? = message["call"], let number = text.int else { return }
        journals.withLock { $0[number] }?.add(message)
    }

    /// The answer that ends the order.
    func last(of number: Int) async throws(ClientFailure) -> JSONValue {
        let message = try await next(of: number, "answer")
        if let failure = message["error"] { throw ClientFailure(failure) }
        return message
    }

    /// The next item of a stream; `nil` at its end.
    func nextItem(of number: Int) async throws(ClientFailure) -> String? {
        let message = try await next(of: number, "item")
        if let failure = message["error"] { throw ClientFailure(failure) }
        return message["item"]?.description
    }

    private func next(of number: Int, _ what: String) async throws(ClientFailure) -> JSONValue {
        guard let journal = journals.withLock({ $0[number] }) else { throw ClientFailure(text: "no such order") }
        do { return try await journal.next("\(what) of the driver", within: .seconds(60)) } catch {
            throw ClientFailure(text: "\(error)")
        }
    }
}
