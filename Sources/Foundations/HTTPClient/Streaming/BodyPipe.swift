import HTTPMessages
import Runtime

/// A bounded byte buffer between the service thread, which fills it, and one reading task.
///
/// Full means: the write is refused, libcurl stops reading the socket, TCP holds the server back. The reader takes all that
/// is there at once and then asks for more.
final class BodyPipe: ResponseSink, Sendable {
    typealias Chunk = Result<[UInt8]?, HTTPError>

    private enum End {
        case complete
        case failed(HTTPError)
    }

    private struct State {
        var head: HTTPResponseHead?
        var headWaiter: CheckedContinuation<Result<HTTPResponseHead, HTTPError>, Never>?
        var buffer: [UInt8] = []
        var isHeld = false
        var end: End?
        var waiter: CheckedContinuation<Chunk, Never>?
    }

    private let state = Lock(State())
    private let limit: Int
    private let place: String

    init(limit: Int, place: String) {
        self.limit = limit
        self.place = place
    }

    // MARK: service thread

    func receive(head: HTTPResponseHead) {
        let waiter = state.withLock { state in
            state.head = head
            return state.headWaiter.take()
        }
        waiter?.resume(returning: .success(head))
    }

    func receive(body: UnsafeRawBufferPointer) -> Bool {
        state.withLock { state in
            // An empty buffer takes any chunk, so a small limit cannot stall.
            guard state.buffer.isEmpty || state.buffer.count + body.count <= limit else {
                state.isHeld = true
                return false
            }
            unsafe state.buffer.append(contentsOf: body)
            return true
        }
    }

    func endPass() {
        let wake: (CheckedContinuation<Chunk, Never>, [UInt8])? = state.withLock { state in
            guard !state.buffer.isEmpty, let waiter = state.waiter.take() else { return nil }
            return (waiter, state.buffer.takeAll())
        }
        if let (waiter, bytes) = wake { waiter.resume(returning: .success(bytes)) }
    }

    func end(_ failure: HTTPError?) {
        let (headWaiter, waiter, last) = state.withLock { state in
            if state.end == nil { state.end = failure.map { .failed($0) } ?? .complete }
            let waiter = state.waiter.take()
            return (state.headWaiter.take(), waiter, waiter == nil ? nil : Self.next(&state))
        }
        headWaiter?.resume(
            returning: .failure(failure ?? .noHead(at: place)))
        if let last { waiter?.resume(returning: last) }
    }

    // MARK: reader

    func waitForHead(_ continuation: CheckedContinuation<Result<HTTPResponseHead, HTTPError>, Never>) {
        state.withLock { $0.headWaiter = continuation }
    }

    /// - Parameter resume: called when the server was held back and may go on. Every way of emptying the buffer must do so.
    func next(resume: () -> Void) async throws(HTTPError) -> [UInt8]? {
        let outcome = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let (ready, wasHeld): (Chunk?, Bool) = state.withLock { state in
                    if Task.isCancelled { return (.failure(readCancelled), false) }
                    let ready = Self.next(&state)
                    if ready == nil {
                        precondition(state.waiter == nil, "a body stream has one reader")
                        state.waiter = continuation
                    }
                    defer { state.isHeld = false }
                    return (ready, state.isHeld)
                }
                if wasHeld { resume() }
                if let ready { continuation.resume(returning: ready) }
            }
        } onCancel: {
            state.withLock { $0.waiter.take() }?.resume(returning: .failure(readCancelled))
        }
        return try outcome.get()
    }

    private var readCancelled: HTTPError {
        HTTPError(.cancelled, place: place, detail: "the task was cancelled", phase: .receiving, mayHaveArrived: true)
    }

    /// What a reader gets now; `nil` if it must wait. Bytes come before the end, also before a failure.
    private static func next(_ state: inout State) -> Chunk? {
        if !state.buffer.isEmpty { return .success(state.buffer.takeAll()) }
        switch state.end {
        case .complete: return .success(nil)
        case .failed(let error): return .failure(error)
        case nil: return nil
        }
    }
}

extension [UInt8] {
    /// Moves the content out and leaves an empty array.
    mutating func takeAll() -> [UInt8] {
        var taken: [UInt8] = []
        swap(&taken, &self)
        return taken
    }
}
