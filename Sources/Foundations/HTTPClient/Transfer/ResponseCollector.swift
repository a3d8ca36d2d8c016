import HTTPMessages

/// Collects a whole response and resumes the waiting task once.
///
/// Invariant for `@unchecked`: built before the transfer is posted, touched by the service thread only after that.
final class ResponseCollector: ResponseSink, @unchecked Sendable {
    typealias Outcome = Result<HTTPClientResponse, HTTPError>

    private let continuation: CheckedContinuation<Outcome, Never>
    private let place: String
    private var head: HTTPResponseHead?
    private var body: [UInt8] = []

    init(_ continuation: CheckedContinuation<Outcome, Never>, place: String) {
        self.continuation = continuation
        self.place = place
    }

    func receive(head: HTTPResponseHead) {
        self.head = head
    }

    func receive(body bytes: UnsafeRawBufferPointer) -> Bool {
        unsafe body.append(contentsOf: bytes)
        return true
    }

    func endPass() {}

    func end(_ failure: HTTPError?) {
        if let failure {
            continuation.resume(returning: .failure(failure))
        } else if let head {
            continuation.resume(returning: .success(HTTPClientResponse(head: head, body: body)))
        } else {
            continuation.resume(
                returning: .failure(.noHead(at: place)))
        }
    }
}
