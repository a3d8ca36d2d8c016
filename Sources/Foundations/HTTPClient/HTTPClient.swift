// Users read fields and heads: they see these types with this module.
@_exported public import HTTPMessages
import Runtime
import Synchronization

/// An HTTP/1.1 and HTTP/2 client on libcurl: one service thread, one connection pool.
///
/// Call ``close(within:)`` when done. A client that is dropped without it aborts what still runs and ends its thread too,
/// but nobody waits for that.
package final class HTTPClient: Sendable {
    let configuration: HTTPClientConfiguration
    /// How it names itself to servers.
    package var userAgent: String { configuration.userAgent }
    private let mailbox: Mailbox<TransferLoop.Command>
    private let thread: ServiceThread

    /// - Throws: ``HTTPError`` if libcurl or the thread does not start.
    package init(_ configuration: HTTPClientConfiguration = HTTPClientConfiguration()) throws(HTTPError) {
        let loop = try TransferLoop(configuration)
        self.configuration = configuration
        mailbox = loop.mailbox
        do {
            thread = try ServiceThread(name: "http-client") { loop.run() }
        } catch {
            throw HTTPError(.other(code: Int(error.code)), detail: "\(error)")
        }
    }

    deinit { mailbox.push(.stop(.now)) }

    /// Sends a request and collects the response; any status is a response.
    ///
    /// Cancelling the task aborts the transfer at once and throws kind `cancelled`.
    package func send(_ request: HTTPClientRequest) async throws(HTTPError) -> HTTPClientResponse {
        let deadline = request.deadlines.total.map { ContinuousClock.now + $0 }
        var request = request
        var followed = 0
        while true {
            do throws(HTTPError) {
                let response = try await perform(request, deadline: deadline)
                guard let next = try request.redirected(by: response.head, after: followed) else { return response }
                request = next
                followed += 1
            } catch {
                var error = error
                // The first hop has the request, whatever became of the next.
                if followed > 0 { error.mayHaveArrived = true }
                throw error
            }
        }
    }

    /// Sends a request and hands over the response head and the body while it arrives. HTTP/1.1, no compression, no redirects.
    ///
    /// The transfer ends with the closure, whatever is left of the body. Cancelling the task aborts it at once.
    package func stream<Value>(
        _ request: HTTPClientRequest, _ body: (HTTPResponseHead, HTTPBodyStream) async throws -> Value
    ) async throws -> Value {
        let pipe = BodyPipe(limit: request.limits.streamBuffer, place: request.url.origin)
        let deadline = request.deadlines.total.map { ContinuousClock.now + $0 }
        let transfer = Transfer(request, configuration, deadline: deadline, isStream: true, sink: pipe)
        defer { cancel(transfer) }
        return try await withTaskCancellationHandler {
            start(transfer)
            return try await body(
                pipe.head.valueEvenIfCancelled(),
                HTTPBodyStream(pipe: pipe) { [mailbox] in mailbox.push(.resume(transfer)) })
        } onCancel: {
            cancel(transfer)
        }
    }

    /// Refuses new requests, lets the running ones finish for at most `grace`, aborts the rest with kind `clientClosed`, and
    /// returns when the thread has ended and all memory and sockets are given back. May be called again.
    package func close(within grace: Duration = .zero) async {
        mailbox.push(.stop(.now + grace))
        await thread.finished()
    }

    private func perform(_ request: HTTPClientRequest, deadline: ContinuousClock.Instant?) async throws(HTTPError)
        -> HTTPClientResponse
    {
        let response = Promise<HTTPClientResponse, HTTPError>()
        let sink = ResponseCollector(response, place: request.url.origin)
        let transfer = Transfer(request, configuration, deadline: deadline, isStream: false, sink: sink)
        let outcome = await withTaskCancellationHandler {
            start(transfer)
            // The thread answers each transfer, also one that was cancelled.
            return await response.outcomeEvenIfCancelled()
        } onCancel: {
            cancel(transfer)
        }
        return try outcome.get()
    }

    private func start(_ transfer: Transfer) {
        if !mailbox.push(.start(transfer)) { transfer.sink.end(.clientClosed(at: transfer.request.url.origin)) }
    }

    private func cancel(_ transfer: Transfer) {
        transfer.isCancelled.store(true, ordering: .releasing)
        mailbox.push(.cancel(transfer))
    }
}
