import Glibc
package import Values

/// A program that is run apart from this one, is given something to read, and is waited for.
///
/// No shell reads its words, it inherits no descriptor, and nothing that it does holds up the caller for longer than the limit: what it
/// prints is thrown away, what it complains of is read as it comes, and it need not read what it is given.
package struct ProgramCall: Sendable {
    /// How it ended.
    package enum End: Sendable, Equatable {
        case exited(Int32)
        case killed(signal: Int32)
        /// It took longer than it may, and was ended.
        case outOfTime
        /// The waiting task was cancelled, and the program ended.
        case stopped
    }

    /// What became of it.
    package struct Outcome: Sendable, Equatable {
        package let end: End
        /// The end of its standard error; the beginning may be missing.
        package let complaint: [UInt8]
    }

    /// Its complete path and its arguments.
    let words: [String]
    /// Each as `NAME=value`; it has no others.
    let environment: [String]
    /// What it reads as its standard input.
    let input: [UInt8]
    let limit: Duration
    /// So long it may clean up once it is told to end; then it is killed, and all that it has started.
    var grace: Duration = .seconds(1)

    /// - Parameters:
    ///   - words: its complete path and its arguments.
    ///   - environment: each as `NAME=value`; it has no others.
    ///   - input: what it reads as its standard input.
    package init(_ words: [String], environment: [String], input: [UInt8], limit: Duration) {
        (self.words, self.environment, self.input, self.limit) = (words, environment, input, limit)
    }

    /// Runs it to its end. It is ended when the waiting task is cancelled.
    ///
    /// - Throws: why it cannot be run; then nothing of it has run.
    package func run() async throws(SystemError) -> Outcome {
        let outcome = Promise<Outcome, SystemError>()
        let alarm: EventDescriptor
        do {
            alarm = try EventDescriptor()
            // A thread, since it waits for descriptors and a process, which no task can.
            _ = try ServiceThread(name: "program", stackSize: 256 << 10) { [self, alarm] in
                do throws(SystemError) {
                    try carryOut(alarm, outcome)
                } catch {
                    outcome.keep(.failure(error))
                }
            }
        } catch let error as EventDescriptorError {
            throw SystemError(error.code)
        } catch {
            throw SystemError((error as? ServiceThreadError)?.code ?? EAGAIN)
        }
        // Not sooner than it has ended, also if cancelled: it may still be at work.
        let end = await withTaskCancellationHandler {
            await outcome.outcomeEvenIfCancelled()
        } onCancel: {
            alarm.signal()
        }
        return try end.get()
    }

    private func carryOut(
        _ alarm: EventDescriptor, _ outcome: Promise<Outcome, SystemError>
    ) throws(SystemError) {
        let (input, errors) = (try ProgramPipe(), try ProgramPipe())
        let program = try SpawnedProgram(
            apart: words, environment: environment, input: input.exit, errors: errors.entrance)
        input.closeExit()
        errors.closeEntrance()
        var watch = ProgramWatch(program, alarm, input: input, self.input, errors: errors)
        let (found, isThere) = watch.outcome(limit: limit, grace: grace)
        outcome.keep(.success(found))
        // Nobody waits for it any more but this thread, or its number would never be free.
        if isThere { _ = program.end() }
    }
}
