import Synchronization

/// One piece of work on its way to a database thread; the base knows everything but the result's type.
///
/// `@unchecked`: before it is queued only the caller has it, afterwards only the thread that took it. The flag is atomic.
class Job: @unchecked Sendable {
    private let cancelled = Atomic(false)

    /// Asks that the job is not begun.
    func cancel() { cancelled.store(true, ordering: .relaxed) }
    var isCancelled: Bool { cancelled.load(ordering: .relaxed) }

    /// Runs the caller's closure and keeps its result; returns the error if it threw.
    func run(on connection: DatabaseConnection, inSavepoint: Bool) -> (any Error)? {
        preconditionFailure("a job has a result")
    }
    /// Replaces a kept result, because the physical transaction failed.
    func fail(_ error: any Error) { preconditionFailure("a job has a result") }
    /// Tells the job that what it wrote is on the disk.
    func committed() { preconditionFailure("a job has a result") }
    /// Hands the kept result to the caller; exactly once.
    func resume() { preconditionFailure("a job has a result") }
}

@safe final class ResultJob<Success: Sendable>: Job, @unchecked Sendable {
    typealias Continuation = UnsafeContinuation<Success, any Error>

    private let body: @Sendable (DatabaseConnection) throws -> Success
    private let onCommit: (@Sendable (Success) -> Void)?
    private let onFailure: (@Sendable (any Error) -> Void)?
    private var continuation: Continuation?
    private var result: Result<Success, any Error> = .failure(CancellationError())

    init(
        _ body: @escaping @Sendable (DatabaseConnection) throws -> Success,
        onCommit: (@Sendable (Success) -> Void)? = nil,
        onFailure: (@Sendable (any Error) -> Void)? = nil
    ) {
        self.body = body
        self.onCommit = onCommit
        self.onFailure = onFailure
    }

    /// Called once, before the job is queued.
    func resumes(_ continuation: Continuation) { unsafe self.continuation = unsafe continuation }

    override func run(on connection: DatabaseConnection, inSavepoint: Bool) -> (any Error)? {
        do {
            result = .success(try inSavepoint ? connection.savepoint { try body(connection) } : body(connection))
            return nil
        } catch {
            fail(error)
            return error
        }
    }

    override func fail(_ error: any Error) {
        result = .failure(error)
        onFailure?(error)
    }

    override func committed() {
        if case .success(let value) = result { onCommit?(value) }
    }

    override func resume() {
        unsafe continuation?.resume(with: result)
        unsafe continuation = nil
    }
}
