import Runtime
import SignalRProtocol
import Sockets
import WebSockets

extension HubPeer {
    private enum Finished: Sendable {
        case ended(HubPeerEnding)
        case written
        case late
        case worked
    }

    /// How long a client may take for what is still queued when the server closes.
    private static let closeLimit = Duration.seconds(5)

    /// Serves the connection until either side ends it.
    func run(_ socket: WebSocketConnection) async {
        let ending = await withTaskGroup(of: Finished.self, returning: HubPeerEnding.self) { group in
            group.addTask { .ended(await self.read(socket)) }
            group.addTask { await self.write(to: socket) }
            group.addTask { await self.work() }
            group.addTask { .ended(await self.keepTime(socket.loop)) }
            group.addTask { .ended((try? await self.endings.next()) ?? .gone) }
            let ending = await self.firstEnding(in: &group)
            self.forget()
            if let last = Self.lastRecord(ending, isOpen: self.state.withLock { $0.isOpen }) {
                self.outgoing.push(last)
                self.outgoing.finish()
                group.addTask {
                    try? await socket.loop.sleep(for: Self.closeLimit)
                    return .late
                }
                await self.waitUntilWritten(in: &group)
            }
            self.outgoing.finish(droppingRest: true)
            group.cancelAll()
            return ending
        }
        if ending == .cut { await cut(socket) }
    }

    private func cut(_ socket: WebSocketConnection) async {
        socket.abort()
        // Returning earlier would let a close frame out.
        var rest = socket.batches.makeAsyncIterator()
        while (try? await rest.next()) != nil {}
    }

    private func firstEnding(in group: inout TaskGroup<Finished>) async -> HubPeerEnding {
        for await finished in group {
            switch finished {
            case .ended(let ending): return ending
            // The socket takes no more.
            case .written: return .gone
            case .late, .worked: continue
            }
        }
        return .gone
    }

    private func waitUntilWritten(in group: inout TaskGroup<Finished>) async {
        for await finished in group {
            switch finished {
            case .written, .late: return
            case .ended, .worked: continue
            }
        }
    }

    /// Ends what waits for this client.
    private func forget() {
        let (wasOpen, uploads) = state.withLock { state in
            defer { state.uploads = [:] }
            return (state.isOpen, state.uploads.values.map { $0 })
        }
        if wasOpen { hub.closed(self) }
        results.end()
        calls.finish(droppingRest: true)
        for upload in uploads { upload.finish(throwing: CancellationError(), droppingRest: true) }
    }

    private static func lastRecord(_ ending: HubPeerEnding, isOpen: Bool) -> [UInt8]? {
        switch ending {
        case .close(let error, let allowReconnect) where isOpen:
            HubMessage.close(error: error, allowReconnect: allowReconnect).record
        case .close(let error, _): HubHandshake.response(error: error ?? "Handshake was canceled.")
        case .refuse(let text): HubHandshake.response(error: text)
        case .cut, .gone: nil
        }
    }

    private func write(to socket: WebSocketConnection) async -> Finished {
        do {
            while let record = try await outgoing.next() { try await socket.send(record, text: true) }
        } catch {
            // The reader says why.
        }
        return .written
    }

    /// Pings, and tells when the client has been silent for too long.
    private func keepTime(_ loop: EventLoop) async -> HubPeerEnding {
        await waitForHandshake(loop)
        // From here on no deadline comes nearer than one ping interval, so sleeping to the next one misses nothing.
        while !Task.isCancelled {
            switch state.withLock({ $0.liveness.verdict(now: .now) }) {
            case .wait(let moment):
                do { try await loop.sleep(for: moment - .now) } catch { return .gone }
            case .ping: enqueue(HubMessage.ping.record)
            case .handshakeTimeout: return .refuse("Handshake was canceled.")
            case .clientTimeout: return .close(error: nil, allowReconnect: true)
            }
        }
        return .gone
    }

    /// Returns when the handshake is complete or its time is over.
    private func waitForHandshake(_ loop: EventLoop) async {
        await withTaskGroup(of: Void.self) { group in
            group.addTask { _ = try? await self.handshake.next() }
            group.addTask { try? await loop.sleep(for: self.hub.configuration.handshakeTimeout) }
            await group.next()
            group.cancelAll()
        }
    }

    /// Runs calls one after the other, and streams beside them.
    private func work() async -> Finished {
        await withDiscardingTaskGroup { streams in
            while let queued = try? await calls.next() {
                guard queued.wantsStream else {
                    await answer(queued)
                    continue
                }
                // Registered here, so that a cancellation that follows at once finds it.
                let cancellation = BoundedChannel<Never>(limit: 1)
                guard register(cancellation, for: queued.call) else { continue }
                streams.addTask { await self.stream(queued, cancellation) }
            }
            streams.cancelAll()
        }
        return .worked
    }
}
