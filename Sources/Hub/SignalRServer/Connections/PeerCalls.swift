import JSON
import Runtime
import SignalRProtocol

/// The calls of one client: who runs when, what they upload, and what the client is asked in turn.
final class PeerCalls: Sendable {
    struct State: Sendable {
        var schedule: CallSchedule
        var running = RunningCalls()
        /// The items of upload streams that a method reads.
        var uploads: [String: BoundedChannel<JSONFragment>] = [:]
        /// Calls of the client's handlers that wait for their result, by id.
        var questions: [String: Promise<JSONFragment, HubFailure>] = [:]
        var lastQuestion = 0
        var hasEnded = false

        /// Whether the client is to be read.
        var hasRoom: Bool {
            if hasEnded || schedule.hasRoom { return true }
            // A method may wait for what this client answers: behind a full queue nobody would read it.
            return !questions.isEmpty && schedule.waitingBytes / 16 < schedule.limit
        }
    }

    private enum Turn: Sendable {
        case run(QueuedCall, number: UInt64)
        case refuse(QueuedCall, String)
    }

    let state: Watched<State>
    private let waitingItems: Int

    init(_ configuration: HubConfiguration) {
        waitingItems = configuration.maximumWaitingItems
        state = Watched(
            State(
                schedule: CallSchedule(
                    parallel: configuration.maximumParallelCalls, beside: configuration.maximumStreams,
                    limit: configuration.maximumWaitingBytes)))
    }

    // MARK: What comes from the client

    /// Lets a call wait for its turn, and returns when there is room for the next.
    func take(_ call: InvocationMessage, wantsStream: Bool, of peer: HubPeer) async {
        guard let uploads = register(call.streamIDs) else {
            if let id = call.id { peer.enqueue(.completion(id: id, .error("A stream ID is already in use."))) }
            return
        }
        let queued = QueuedCall(call: call, wantsStream: wantsStream, uploads: uploads)
        state.withLock { if !$0.hasEnded { $0.schedule.add(queued) } }
        // At once, so that calls which run side by side begin in their order, as with official servers, and a quick one costs
        // no change of threads.
        start(of: peer, isImmediate: true)
        _ = await state.wait { $0.hasRoom ? true : nil }
    }

    /// - Returns: `nil` if one of the ids is that of a stream which goes on: what comes for it belongs to the call that named
    ///   it first. (Official servers hand it to the second call, and the first one waits for ever.)
    private func register(_ ids: [String]) -> [BoundedChannel<JSONFragment>]? {
        guard !ids.isEmpty else { return [] }
        let channels = ids.map { (id: $0, channel: BoundedChannel<JSONFragment>(limit: waitingItems)) }
        let (isTaken, hasEnded) = state.withLock { state -> (Bool, Bool) in
            guard Set(ids).count == ids.count, ids.allSatisfy({ state.uploads[$0] == nil }) else {
                return (true, false)
            }
            guard !state.hasEnded else { return (false, true) }
            for (id, channel) in channels { state.uploads[id] = channel }
            return (false, false)
        }
        guard !isTaken else { return nil }
        if hasEnded { for (_, channel) in channels { channel.finish(throwing: CancellationError()) } }
        return channels.map(\.channel)
    }

    /// An item of an upload; returns when there is room for the next.
    func take(item: [UInt8], of id: String) async {
        await state.withLock { $0.uploads[id] }?.put(JSONFragment(checked: item))
    }

    /// The end of an upload, or the answer to a question.
    func complete(_ id: String, _ outcome: HubOutcome) {
        if let upload = state.withLock({ $0.uploads.removeValue(forKey: id) }) {
            if case .error(let text) = outcome { upload.finish(throwing: HubFailure(text)) } else { upload.finish() }
            return
        }
        switch outcome {
        case .void: answer(id, .success(JSONFragment(checked: Array("null".utf8))))
        case .result(let json): answer(id, .success(JSONFragment(checked: json)))
        case .error(let text): answer(id, .failure(HubFailure(text)))
        }
    }

    /// The client no longer wants an answer.
    func cancel(_ id: String, of peer: HubPeer) {
        let (waiting, task) = state.withLock { state in
            let waiting = state.schedule.remove(id: id)
            return (waiting, waiting == nil ? state.running.cancel(id: id) : nil)
        }
        task?.cancel()
        guard let waiting else { return }
        forget(waiting)
        let outcome = waiting.wantsStream ? .void : HubOutcome.error(HubErrorText.cancelled(waiting.call.target))
        peer.enqueue(.completion(id: id, outcome))
        // It may have stood before others whose turn has come.
        start(of: peer)
    }

    // MARK: Who runs

    /// Starts the calls whose turn has come.
    ///
    /// - Parameter isImmediate: never from the end of a call, whose stack would grow with each next one.
    func start(of peer: HubPeer, isImmediate: Bool = false) {
        while let turn = state.withLock({ Self.nextTurn(&$0) }) {
            switch turn {
            case .run(let queued, let number):
                let task = peer.hub.tasks.start(isImmediate: isImmediate) { await self.run(queued, number, of: peer) }
                if state.withLock({ $0.running.started(number, task) }) { task.cancel() }
            case .refuse(let queued, let text):
                forget(queued)
                if let id = queued.call.id { peer.enqueue(.completion(id: id, .error(text))) }
            }
        }
    }

    private static func nextTurn(_ state: inout State) -> Turn? {
        guard !state.hasEnded, let turn = state.schedule.next() else { return nil }
        switch turn {
        case .refuse(let queued): return .refuse(queued, "Too many streams at a time.")
        case .run(let queued):
            // Calls that answer once may share an id, as with official servers; streams may not.
            let holdsPlace = !queued.runsBeside
            if let number = state.running.add(id: queued.call.id, holdsPlace: holdsPlace) {
                return .run(queued, number: number)
            }
            if !queued.wantsStream, let number = state.running.add(id: nil, holdsPlace: holdsPlace) {
                return .run(queued, number: number)
            }
            state.schedule.ended(wasBeside: queued.runsBeside)
            return .refuse(queued, "Invocation ID '\(queued.call.id ?? "")' is already in use.")
        }
    }

    private func run(_ queued: QueuedCall, _ number: UInt64, of peer: HubPeer) async {
        let outcome = await CallSlot.$current.withValue(CallSlot(peer: peer, number: number)) {
            await peer.hub.answer(queued, from: peer)
        }
        forget(queued)
        if let id = queued.call.id, peer.enqueue(.completion(id: id, outcome)) { await peer.waitForRoom() }
        state.withLock { state in
            let heldPlace = state.running.remove(number, id: queued.call.id)
            state.schedule.ended(wasBeside: !heldPlace)
        }
        start(of: peer)
    }

    /// The call is over: what the client still sends for its uploads is dropped.
    private func forget(_ queued: QueuedCall) {
        guard !queued.uploads.isEmpty else { return }
        state.withLock { state in
            for (id, upload) in zip(queued.call.streamIDs, queued.uploads) where state.uploads[id] === upload {
                state.uploads[id] = nil
            }
        }
        for upload in queued.uploads { upload.finish(droppingRest: true) }
    }

    /// Lets those behind a running call begin, if it has a place and may go on beside them.
    fileprivate func giveUpPlace(_ number: UInt64, of peer: HubPeer) {
        let hasMoved = state.withLock { state in
            guard state.running.holdsPlace(number), state.schedule.moveBeside() else { return false }
            state.running.gaveUpPlace(number)
            return true
        }
        if hasMoved { start(of: peer) }
    }

    // MARK: What the client is asked

    /// Sends a question by `send` and waits for its answer.
    ///
    /// - Throws: `HubFailure` with the client's words or because it has gone; `CancellationError`.
    func ask(_ send: (_ id: String) -> Void) async throws -> JSONFragment {
        try Task.checkCancellation()
        let answer = Promise<JSONFragment, HubFailure>()
        let id = state.withLock { state -> String? in
            guard !state.hasEnded else { return nil }
            state.lastQuestion += 1
            let id = "s\(state.lastQuestion)"
            state.questions[id] = answer
            return id
        }
        guard let id else { throw Self.gone }
        send(id)
        guard let outcome = await answer.outcomeUnlessCancelled() else {
            state.withLock { $0.questions[id] = nil }
            throw CancellationError()
        }
        return try outcome.get()
    }

    /// Does nothing if nobody waits for it.
    private func answer(_ id: String, _ outcome: Result<JSONFragment, HubFailure>) {
        state.withLock { $0.questions.removeValue(forKey: id) }?.keep(outcome)
    }

    private static let gone = HubFailure("The client has disconnected.")

    // MARK: The end

    /// Cancels what runs, and drops what waits.
    func end() {
        let (tasks, uploads, questions) = state.withLock { state in
            state.hasEnded = true
            state.schedule.removeAll()
            defer {
                state.uploads = [:]
                state.questions = [:]
            }
            return (state.running.cancelAll(), Array(state.uploads.values), Array(state.questions.values))
        }
        for task in tasks { task.cancel() }
        for upload in uploads { upload.finish(throwing: CancellationError(), droppingRest: true) }
        for question in questions { question.keep(.failure(Self.gone)) }
    }
}

/// One running call, which may have a place among those of which only so many run at a time.
///
/// A method that waits for what a client answers gives its place up: the client may have to call before it can answer, and
/// its call would wait behind this one for ever. It does not take it back. So do official servers.
struct CallSlot: Sendable {
    /// That of the call whose method runs in this task, or in one that it began.
    @TaskLocal static var current: CallSlot?

    let peer: HubPeer
    let number: UInt64

    /// Lets the calls behind this one run.
    func giveUp() { peer.calls.giveUpPlace(number, of: peer) }
}
