import SignalRProtocol

/// Whose turn it is: calls of one client run in the order in which they came, so many at a time; streams begin in that order
/// too, and then run beside them. A value.
struct CallSchedule {
    /// Calls that run at a time.
    let parallel: Int
    /// Streams that run at a time; one more is refused.
    let streams: Int
    /// Bytes of waiting calls above which the client is not read.
    let limit: Int
    private var waiting: [QueuedCall] = []
    /// Those before it have been taken.
    private var first = 0
    private(set) var waitingBytes = 0
    private(set) var runningCalls = 0
    private(set) var runningStreams = 0

    init(parallel: Int, streams: Int, limit: Int) {
        precondition(parallel > 0 && streams > 0 && limit > 0, "limits are positive")
        self.parallel = parallel
        self.streams = streams
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
        /// A stream, and too many run already.
        case refuse(QueuedCall)
    }

    /// The next call, if its turn has come. What runs is told of by ``ended(wantsStream:)``.
    mutating func next() -> Turn? {
        guard first < waiting.count, runningCalls < parallel else { return nil }
        let call = waiting[first]
        first += 1
        waitingBytes -= call.cost
        // Not at each step, so that a queue of many is not moved once per call.
        if first == waiting.count || first >= 64 {
            waiting.removeSubrange(..<first)
            first = 0
        }
        guard call.wantsStream else {
            runningCalls += 1
            return .run(call)
        }
        guard runningStreams < streams else { return .refuse(call) }
        runningStreams += 1
        return .run(call)
    }

    mutating func ended(wantsStream: Bool) {
        if wantsStream { runningStreams -= 1 } else { runningCalls -= 1 }
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
