import JSON
import SignalRProtocol

/// Who runs when.
extension HubPeer {
    /// Lets a call wait for its turn, and returns when there is room for the next.
    func queue(_ call: HubCall, wantsStream: Bool) async {
        let queued = QueuedCall(call: call, wantsStream: wantsStream, uploads: register(call.streamIDs))
        withState { if !$0.hasEnded { $0.calls.add(queued) } }
        // At once, so that calls which run side by side begin in their order, as with official servers, and a quick one costs
        // no change of threads.
        startCalls(isImmediate: true)
        _ = await wait { state -> Bool? in
            if state.hasEnded || state.calls.hasRoom { return true }
            // A method may wait for what this client answers: behind a full queue nobody would read it.
            return state.resultsWaiting > 0 && state.calls.waitingBytes < 16 * state.calls.limit ? true : nil
        }
    }

    private func register(_ ids: [String]) -> [HubFragments] {
        guard !ids.isEmpty else { return [] }
        let limit = hub.configuration.maximumWaitingItems
        return ids.map { id in
            let channel = BoundedChannel<JSONFragment>(limit: limit)
            let earlier = withState { $0.hasEnded ? channel : $0.uploads.updateValue(channel, forKey: id) }
            earlier?.finish(throwing: HubFailure("Stream ID '\(id)' is already in use."))
            return HubFragments(channel: channel)
        }
    }

    private enum Turn: Sendable {
        case run(QueuedCall, number: UInt64)
        case refuse(QueuedCall, String)
    }

    /// Starts the calls whose turn has come.
    ///
    /// - Parameter isImmediate: never from the end of a call, whose stack would grow with each next one.
    private func startCalls(isImmediate: Bool = false) {
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
            if let number = state.running.add(id: queued.call.id) { return .run(queued, number: number) }
            if !queued.wantsStream, let number = state.running.add(id: nil) { return .run(queued, number: number) }
            state.calls.ended(wantsStream: queued.wantsStream)
            return .refuse(queued, "Invocation ID '\(queued.call.id ?? "")' is already in use.")
        }
    }

    private func refuse(_ queued: QueuedCall, _ text: String) {
        forget(queued)
        if let id = queued.call.id { enqueue(.completion(id: id, .error(text))) }
    }

    private func run(_ queued: QueuedCall, _ number: UInt64) async {
        let outcome = queued.wantsStream ? await stream(queued) : await answer(queued)
        forget(queued)
        if let id = queued.call.id {
            if enqueue(.completion(id: id, outcome)) { await waitForRoom() }
        }
        withState { state in
            state.running.remove(number, id: queued.call.id)
            state.calls.ended(wantsStream: queued.wantsStream)
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
