import HTTPMessages

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
