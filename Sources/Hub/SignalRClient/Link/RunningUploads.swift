import Runtime
import SignalRProtocol

/// What is being uploaded for one call. It ends by itself behind the last item, with the call, or with the transport.
final class RunningUploads: Sendable {
    private struct State {
        /// Those that the hub still waits for.
        var open: [UInt64]
        var task: Task<Void, Never>?
        var hasEnded = false
    }

    /// The streams' ids, in the order of the method's parameters.
    let ids: [UInt64]
    /// Ends when nothing is uploaded any more, with the transport's failure if that was the reason.
    let ending = Promise<Void, HubError>()
    private let sources: [HubUpload]
    private let state: Lock<State>

    init(_ sources: [HubUpload], ids: [UInt64]) {
        self.sources = sources
        self.ids = ids
        state = Lock(State(open: ids))
    }

    /// Begins, unless it is over already. Called when the call itself has been sent: items may not overtake it.
    func start(on link: HubLink) {
        state.withLock { state in
            guard !state.hasEnded else { return }
            // Loose because a source may not listen to its cancellation, and the call must not wait for that; `end` cancels it.
            state.task = Task { [weak link] in
                await withDiscardingTaskGroup { group in
                    for (id, source) in zip(self.ids, self.sources) {
                        group.addTask { [weak link] in await self.pump(source, id) { link } }
                    }
                }
                self.end(.success(()))
            }
        }
    }

    /// Lets nothing more be sent.
    ///
    /// - Returns: The streams that were not complete.
    @discardableResult
    func end(_ result: Result<Void, HubError>) -> [UInt64] {
        let (open, task, isFirst) = state.withLock { state in
            defer { state = State(open: [], hasEnded: true) }
            return (state.open, state.task, !state.hasEnded)
        }
        task?.cancel()
        // The sources may have seen that it is over, and have ended well, before this comes to say why.
        if isFirst { ending.keep(result) }
        return open
    }

    /// - Parameter link: held only while something is sent, because a source may keep its task for long.
    private func pump(_ source: HubUpload, _ id: UInt64, on link: () -> HubLink?) async {
        var outcome = HubOutcome.void
        do {
            try await source.forEach { item in
                guard isOpen(id) else { throw CancellationError() }
                try await send(.streamItem(id: "\(id)", item: try HubText.value(item)), on: link())
            }
        } catch {
            outcome = .error(Self.text(of: error))
        }
        // When the call is over, nobody waits for the end of the stream.
        if close(id) { try? await send(.completion(id: "\(id)", outcome), on: link()) }
    }

    /// Sends; if that fails, the transport has ended and nothing more can be sent, though its reader may not know yet.
    private func send(_ message: HubMessage, on link: HubLink?) async throws(HubError) {
        do throws(HubError) {
            guard let link else { throw .notConnected }
            try await link.send(message)
        } catch {
            end(.failure(error.ofCall(mayHaveRun: true)))
            throw error
        }
    }

    private func isOpen(_ id: UInt64) -> Bool { state.withLock { $0.open.contains(id) } }

    private func close(_ id: UInt64) -> Bool {
        state.withLock { state in
            guard let index = state.open.firstIndex(of: id) else { return false }
            state.open.remove(at: index)
            return true
        }
    }

    // MARK: As official clients say it

    static let cancelled = "Stream canceled by client."

    private static func text(of error: any Error) -> String {
        error is CancellationError ? cancelled : "Stream errored by client: '\("\(error)".prefix(500))'"
    }
}
