import CLinux
import Glibc
import Values

/// Feeds a program, reads what it complains of, and sees to its end. It blocks the thread that it runs on.
struct ProgramWatch {
    private let program: SpawnedProgram
    private let alarm: EventDescriptor
    private let input: ProgramPipe
    private let errors: ProgramPipe
    /// What it was not given yet.
    private var rest: ArraySlice<UInt8>
    private var complaint: [UInt8] = []
    private var buffer = [UInt8](repeating: 0, count: pipeSize)

    /// As much as a pipe holds, unless somebody has made it larger.
    private static let pipeSize = 65_536
    /// Bytes of a complaint that are kept, the last ones: there programs say why they end.
    static let memory = 4_096
    /// A sleep is ended after this, in case it doesn't count the time that the machine slept.
    private static let longestSleep: Duration = .seconds(10)

    /// - Parameters:
    ///   - alarm: asks for the end.
    ///   - input: where it reads, with `bytes` still to come.
    init(
        _ program: SpawnedProgram, _ alarm: EventDescriptor, input: ProgramPipe, _ bytes: [UInt8], errors: ProgramPipe
    ) {
        (self.program, self.alarm, self.input, self.errors, rest) = (program, alarm, input, errors, bytes[...])
        input.neverBlock(input.entrance)
        errors.neverBlock(errors.exit)
    }

    /// Returns when it has ended, or cannot be made to: what runs as another user need not heed this one's signals.
    ///
    /// - Returns: also whether it is still there, and is to be waited for elsewhere.
    mutating func outcome(limit: Duration, grace: Duration) -> (outcome: ProgramCall.Outcome, isThere: Bool) {
        let life = clinux_process_descriptor(program.id)
        defer { if life >= 0 { close(life) } }
        // Nobody could see it end: then it is killed, which says that it may have done something.
        let early = life < 0 ? .stopped : wait(life, atMost: limit, heedsAlarm: true)
        if early != nil {
            if life >= 0 {
                kill(-program.id, SIGTERM)
                _ = wait(life, atMost: grace, heedsAlarm: false)
            }
            // As long as nobody has waited for its leader no other group can have this number. The leader may have heeded the
            // first signal, and what it had started not.
            kill(-program.id, SIGKILL)
            // It may have left the group that it was given.
            kill(program.id, SIGKILL)
        }
        read()
        if let early, life >= 0, wait(life, atMost: grace, heedsAlarm: false) != nil {
            return (ProgramCall.Outcome(end: early, complaint: complaint), true)
        }
        let end: ProgramCall.End =
            switch program.end() {
            case .exited(let status): early ?? .exited(status)
            case .killed(let signal): early ?? .killed(signal: signal)
            }
        return (ProgramCall.Outcome(end: end, complaint: complaint), false)
    }

    /// - Returns: `nil` if it ended by itself.
    private mutating func wait(_ life: Int32, atMost limit: Duration, heedsAlarm: Bool) -> ProgramCall.End? {
        let end = ContinuousClock.now + limit
        while true {
            let left = ContinuousClock.now.duration(to: end)
            guard left > .zero else { return .outOfTime }
            var places = [
                pollfd(fd: input.entrance, events: Int16(POLLOUT), revents: 0),
                pollfd(fd: errors.exit, events: Int16(POLLIN), revents: 0),
                pollfd(fd: life, events: Int16(POLLIN), revents: 0),
                pollfd(fd: heedsAlarm ? alarm.descriptor : -1, events: Int16(POLLIN), revents: 0),
            ]
            if rest.isEmpty {
                // Its end is what tells the program that there is no more.
                input.closeEntrance()
                places[0].fd = -1
            }
            guard unsafe poll(&places, nfds_t(places.count), Self.milliseconds(min(left, Self.longestSleep))) > 0 else {
                continue
            }
            if places[0].revents != 0 { write() }
            if places[1].revents != 0 { read() }
            if places[2].revents != 0 { return nil }
            if places[3].revents != 0 { return .stopped }
        }
    }

    /// Rounded up: a moment too early would mean one more turn.
    private static func milliseconds(_ duration: Duration) -> Int32 {
        let (seconds, attoseconds) = duration.components
        return Int32(seconds * 1_000 + attoseconds / 1_000_000_000_000_000 + 1)
    }

    /// What fits now. A program that closes its input, or ends without reading, wants no more.
    private mutating func write() {
        let count = unsafe rest.withUnsafeBytes { bytes in
            unsafe Glibc.write(input.entrance, bytes.baseAddress, bytes.count)
        }
        if count > 0 {
            rest.removeFirst(count)
        } else if errno != EAGAIN && errno != EINTR {
            rest = []
        }
    }

    /// What there is, once: of one that writes without end nobody waits for the end.
    private mutating func read() {
        guard errors.exit >= 0 else { return }
        let count = unsafe Glibc.read(errors.exit, &buffer, buffer.count)
        if count > 0 {
            complaint = (complaint + buffer.prefix(count)).suffix(Self.memory)
        } else if count == 0 {
            // Else the descriptor would say so again and again.
            errors.closeExit()
        }
    }
}

/// A pipe between this program, whose end of it never blocks, and one that it starts, which gets the other end.
final class ProgramPipe {
    /// Where bytes come out; -1 once it is closed.
    private(set) var exit: Int32
    /// Where bytes go in; -1 once it is closed.
    private(set) var entrance: Int32

    /// - Throws: what the system says that has no descriptors.
    init() throws(SystemError) {
        var ends: [Int32] = [0, 0]
        guard unsafe clinux_pipe(&ends) == 0 else { throw SystemError() }
        (exit, entrance) = (ends[0], ends[1])
        try liftAll()
    }

    /// Above those that every program has: where this one runs without them, a pipe could be in their place.
    private func liftAll() throws(SystemError) {
        for end in [\ProgramPipe.exit, \ProgramPipe.entrance] where self[keyPath: end] <= STDERR_FILENO {
            let lifted = fcntl(self[keyPath: end], F_DUPFD_CLOEXEC, STDERR_FILENO + 1)
            guard lifted >= 0 else { throw SystemError() }
            close(self[keyPath: end])
            self[keyPath: end] = lifted
        }
    }

    /// Only this program's end: the other one is a thing of its own to the kernel.
    func neverBlock(_ end: Int32) { _ = fcntl(end, F_SETFL, O_NONBLOCK) }

    deinit {
        closeExit()
        closeEntrance()
    }

    func closeExit() {
        if exit >= 0 { close(exit) }
        exit = -1
    }

    func closeEntrance() {
        if entrance >= 0 { close(entrance) }
        entrance = -1
    }
}
