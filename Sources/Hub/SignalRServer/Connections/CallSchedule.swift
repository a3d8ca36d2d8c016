import JSON
import Runtime
import SignalRProtocol

/// Whose turn it is: calls of one client begin in the order in which they came, so many at a time. Streams and calls with
/// uploads run beside them; they wait only behind a call that waits itself. A value.
struct CallSchedule: Sendable {
    /// Calls that run at a time.
    let parallel: Int
    /// Calls that run beside at a time; one more is refused.
    let beside: Int
    /// Bytes of waiting calls above which the client is not read.
    let limit: Int
    private var waiting: [QueuedCall] = []
    /// Those before it have been taken.
    private var first = 0
    private(set) var waitingBytes = 0
    private(set) var runningCalls = 0
    private(set) var runningBeside = 0

    init(parallel: Int, beside: Int, limit: Int) {
        precondition(parallel > 0 && beside > 0 && limit > 0, "limits are positive")
        self.parallel = parallel
        self.beside = beside
        self.limit = limit
    }

    var hasRoom: Bool { waitingBytes < limit }
    var waitingCount: Int { waiting.count - first }

    mutating func add(_ call: QueuedCall) {
        waiting.append(call)
        waitingBytes += call.cost
    }

    /// What is to be done with the next call.
    enum Turn {
        case run(QueuedCall)
        /// One that would run beside, and too many do already.
        case refuse(QueuedCall)
    }

    /// The next call, if its turn has come. What runs is told of by ``ended(wasBeside:)``.
    mutating func next() -> Turn? {
        guard first < waiting.count, waiting[first].runsBeside || runningCalls < parallel else { return nil }
        let call = waiting[first]
        first += 1
        waitingBytes -= call.cost
        // Not at each step, so that a queue of many is not moved once per call.
        if first == waiting.count || first >= 64 && first >= waiting.count / 2 {
            waiting.removeSubrange(..<first)
            first = 0
        }
        guard call.runsBeside else {
            runningCalls += 1
            return .run(call)
        }
        guard runningBeside < beside else { return .refuse(call) }
        runningBeside += 1
        return .run(call)
    }

    /// A call that runs makes room for those behind it, and goes on beside them.
    ///
    /// - Returns: `false` if too many run beside already; then it keeps its place.
    mutating func moveBeside() -> Bool {
        guard runningBeside < beside else { return false }
        runningCalls -= 1
        runningBeside += 1
        return true
    }

    mutating func ended(wasBeside: Bool) {
        if wasBeside { runningBeside -= 1 } else { runningCalls -= 1 }
    }

    /// Takes out a call that still waits.
    mutating func remove(id: String) -> QueuedCall? {
        guard let index = waiting[first...].firstIndex(where: { $0.call.id == id }) else { return nil }
        let call = waiting.remove(at: index)
        waitingBytes -= call.cost
        return call
    }

    mutating func removeAll() {
        waiting = []
        first = 0
        waitingBytes = 0
    }
}

/// A call that waits for its turn, with the uploads that may begin before it runs.
struct QueuedCall: Sendable {
    let call: InvocationMessage
    let wantsStream: Bool
    let uploads: [BoundedChannel<JSONFragment>]

    /// Whether it runs beside the calls of which only so many run at a time: a stream may go on for ever, and the items of an
    /// upload would wait behind calls that wait for it. So do official servers.
    var runsBeside: Bool { wantsStream || !uploads.isEmpty }

    /// What it costs to keep, in bytes; no call is free, and no stream that it uploads.
    var cost: Int {
        call.streamIDs.reduce(256 + call.arguments.count + call.target.utf8.count) { $0 + 256 + $1.utf8.count }
    }
}
