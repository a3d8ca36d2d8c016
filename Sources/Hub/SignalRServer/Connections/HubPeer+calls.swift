import JSON
import Runtime
import SignalRProtocol

/// Who runs when.
extension HubPeer {
    /// Lets a call wait for its turn, and returns when there is room for the next.
    func queue(_ call: HubCall, wantsStream: Bool) async {
        guard let uploads = register(call.streamIDs) else {
            if let id = call.id { enqueue(.completion(id: id, .error("A stream ID is already in use."))) }
            return
        }
        let queued = QueuedCall(call: call, wantsStream: wantsStream, uploads: uploads)
        withState { if !$0.hasEnded { $0.calls.add(queued) } }
        // At once, so that calls which run side by side begin in their order, as with official servers, and a quick one costs
        // no change of threads.
        startCalls(isImmediate: true)
        _ = await wait { state -> Bool? in
            if state.hasEnded || state.calls.hasRoom { return true }
            // A method may wait for what this client answers: behind a full queue nobody would read it.
            return state.resultsWaiting > 0 && state.calls.waitingBytes / 16 < state.calls.limit ? true : nil
        }
    }

    /// - Returns: `nil` if one of the ids is that of a stream which goes on: what comes for it belongs to the call that named
    ///   it first. (Official servers hand it to the second call, and the first one waits for ever.)
    private func register(_ ids: [String]) -> [HubFragments]? {
        guard !ids.isEmpty else { return [] }
        let limit = hub.configuration.maximumWaitingItems
        let channels = ids.map { (id: $0, channel: BoundedChannel<JSONFragment>(limit: limit)) }
        let (isTaken, hasEnded) = withState { state -> (Bool, Bool) in
            guard Set(ids).count == ids.count, ids.allSatisfy({ state.uploads[$0] == nil }) else {
                return (true, false)
            }
            guard !state.hasEnded else { return (false, true) }
            for (id, channel) in channels { state.uploads[id] = channel }
            return (false, false)
        }
        guard !isTaken else { return nil }
        if hasEnded { for (_, channel) in channels { channel.finish(throwing: CancellationError()) } }
        return channels.map { HubFragments(channel: $0.channel) }
    }

    private enum Turn: Sendable {
        case run(QueuedCall, number: UInt64)
        case refuse(QueuedCall, String)
    }

    /// Starts the calls whose turn has come.
    ///
    /// - Parameter isImmediate: never from the end of a call, whose stack would grow with each next one.
    func startCalls(isImmediate: Bool = false) {
        while let turn = withState({ Self.nextTurn(&$0) }) {
            switch turn {
            case .run(let queued, let number):
                let task = hub.tasks.start(isImmediate: isImmediate) { await self.run(queued, number) }
                if withState({ $0.running.started(number, task) }) { task.cancel() }
            case .refuse(let queued, let text): refuse(queued, text)
            }
        }
    }

    private static func nextTurn(_ state: inout HubPeerState) -> Turn? {
        guard !state.hasEnded, let turn = state.calls.next() else { return nil }
        state.hasChanged = true
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
            state.calls.ended(wasBeside: queued.runsBeside)
            return .refuse(queued, "Invocation ID '\(queued.call.id ?? "")' is already in use.")
        }
    }

    private func refuse(_ queued: QueuedCall, _ text: String) {
        forget(queued)
        if let id = queued.call.id { enqueue(.completion(id: id, .error(text))) }
    }

    private func run(_ queued: QueuedCall, _ number: UInt64) async {
        let outcome = await CallSlot.$current.withValue(CallSlot(peer: self, number: number)) {
            await hub.run(queued.call, wantsStream: queued.wantsStream, uploads: queued.uploads, of: self)
        }
        forget(queued)
        if let id = queued.call.id {
            if enqueue(.completion(id: id, outcome)) { await waitForRoom() }
        }
        withState { state in
            let heldPlace = state.running.remove(number, id: queued.call.id)
            state.calls.ended(wasBeside: !heldPlace)
        }
        startCalls()
    }

    /// The call is over: what the client still sends for its uploads is dropped.
    private func forget(_ queued: QueuedCall) {
        guard !queued.uploads.isEmpty else { return }
        withState { state in
            for (id, upload) in zip(queued.call.streamIDs, queued.uploads) where state.uploads[id] === upload.channel {
                state.uploads[id] = nil
            }
        }
        for upload in queued.uploads { upload.channel.finish(droppingRest: true) }
    }

    /// The client no longer wants an answer.
    func cancel(_ id: String) {
        let (waiting, task) = withState { state in
            let waiting = state.calls.remove(id: id)
            if waiting != nil { state.hasChanged = true }
            return (waiting, waiting == nil ? state.running.cancel(id: id) : nil)
        }
        task?.cancel()
        guard let waiting else { return }
        forget(waiting)
        enqueue(.completion(id: id, waiting.wantsStream ? .void : .error(HubErrorText.cancelled(waiting.call.target))))
    }
}
