import HTTPMessages
import Runtime

/// Collects a whole response, and keeps the promise of it.
///
/// Invariant for `@unchecked`: built before the transfer is posted, touched by the service thread only after that.
final class ResponseCollector: ResponseSink, @unchecked Sendable {
    private let response: Promise<HTTPClientResponse, HTTPError>
    private let place: String
    private var head: HTTPResponseHead?
    private var body: [UInt8] = []

    init(_ response: Promise<HTTPClientResponse, HTTPError>, place: String) {
        self.response = response
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
            response.keep(.failure(failure))
        } else if let head {
            response.keep(.success(HTTPClientResponse(head: head, body: body)))
        } else {
            response.keep(.failure(.noHead(at: place)))
        }
    }
}

/// Where a transfer puts what it receives. Called on the service thread, in this order: head, body, end.
protocol ResponseSink: AnyObject, Sendable {
    func receive(head: HTTPResponseHead)
    /// - Returns: `false` to hold the server back; the same bytes come again after ``Transfer/resume()``.
    func receive(body: UnsafeRawBufferPointer) -> Bool
    /// One pass over the sockets is over: wake the reader now, once.
    func endPass()
    /// The last call.
    func end(_ failure: HTTPError?)
}
