import HTTPMessages
import Runtime

/// A bounded byte buffer between the service thread, which fills it, and one reading task.
///
/// Full means: the write is refused, libcurl stops reading the socket, TCP holds the server back. The reader takes all that
/// is there at once and then asks for more.
final class BodyPipe: ResponseSink, Sendable {
    private enum End {
        case complete
        case failed(HTTPError)
    }

    private struct State {
        var buffer: [UInt8] = []
        var isHeld = false
        var end: End?
    }

    /// What the server answers, or why it does not.
    let head = Promise<HTTPResponseHead, HTTPError>()

    private let state = Lock(State())
    /// Rung when there is something to read, or the end.
    private let bell = Bell()
    private let limit: Int
    private let place: String

    init(limit: Int, place: String) {
        self.limit = limit
        self.place = place
    }

    // MARK: service thread

    func receive(head: HTTPResponseHead) { self.head.keep(.success(head)) }

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
        if state.withLock({ !$0.buffer.isEmpty }) { bell.ring() }
    }

    func end(_ failure: HTTPError?) {
        state.withLock { state in
            if state.end == nil { state.end = failure.map { .failed($0) } ?? .complete }
        }
        head.keep(.failure(failure ?? .noHead(at: place)))
        bell.ring()
    }

    // MARK: reader

    /// - Parameter resume: called when the server was held back and may go on. Every way of emptying the buffer must do so.
    func next(resume: () -> Void) async throws(HTTPError) -> [UInt8]? {
        while !Task.isCancelled {
            let (ready, wasHeld) = state.withLock { state in
                defer { state.isHeld = false }
                return (Self.next(&state), state.isHeld)
            }
            if wasHeld { resume() }
            if let ready { return try ready.get() }
            await bell.wait()
        }
        throw readCancelled
    }

    private var readCancelled: HTTPError {
        HTTPError(.cancelled, place: place, detail: "the task was cancelled", phase: .receiving, mayHaveArrived: true)
    }

    /// What a reader gets now; `nil` if it must wait. Bytes come before the end, also before a failure.
    private static func next(_ state: inout State) -> Result<[UInt8]?, HTTPError>? {
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
