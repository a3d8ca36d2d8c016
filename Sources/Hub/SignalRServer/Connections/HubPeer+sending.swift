import SignalRProtocol
import WebSockets

extension HubPeer {
    /// Queues a message. When too much waits already, the connection is cut.
    ///
    /// - Returns: Whether so much waits that a sender which can wait should: ``waitForRoom()``.
    @discardableResult
    func enqueue(_ message: HubMessage) -> Bool { enqueue(message.record, isTrackable: message.isTrackable) }

    /// As ``enqueue(_:)``, with a record that has been written for several clients.
    @discardableResult
    func enqueue(_ record: [UInt8], isTrackable: Bool) -> Bool {
        let configuration = hub.configuration
        let (written, isFull) = withState { state in
            let limit = configuration.maximumOutgoingBytes
            let written = state.send(record, isTrackable: isTrackable, limit: limit, now: .now)
            return (written, state.isFull(configuration))
        }
        written.socket?.flushSoon()
        if written.isTooMuch { end(.cut) }
        return isFull
    }

    /// Queues a record if little enough waits for the client, or if nobody is there to get it.
    ///
    /// - Returns: `false` if nothing was queued, because so much waits: ``waitForRoom()``.
    func enqueueIfThereIsRoom(_ record: [UInt8], isTrackable: Bool) -> Bool {
        let configuration = hub.configuration
        let written = withState { state -> HubPeerState.Written? in
            guard !state.isFull(configuration) else { return nil }
            return state.send(record, isTrackable: isTrackable, limit: configuration.maximumOutgoingBytes, now: .now)
        }
        guard let written else { return false }
        written.socket?.flushSoon()
        if written.isTooMuch { end(.cut) }
        return true
    }

    /// Queues a record as soon as little enough waits for the client, which is cut if that takes longer than `limit`.
    func enqueue(_ record: [UInt8], isTrackable: Bool, within limit: Duration) async {
        await withTaskGroup(of: Void.self) { group in
            group.addTask {
                while !Task.isCancelled, !self.enqueueIfThereIsRoom(record, isTrackable: isTrackable) {
                    await self.waitForRoom()
                }
            }
            group.addTask { if (try? await Task.sleep(for: limit)) != nil { self.end(.cut) } }
            await group.next()
            group.cancelAll()
        }
    }

    /// Returns when little enough waits for the client, at the end of the connection, or when the task is cancelled.
    func waitForRoom() async {
        let configuration = hub.configuration
        while true {
            let socket = withState { state -> WebSocketConnection? in
                guard state.isFull(configuration), state.isOpen, state.session?.isFull != true,
                    case .socket(let socket) = state.carrier
                else { return nil }
                return socket
            }
            if let socket {
                // It throws when the socket has ended: then its reader says how this goes on.
                let isGone = (try? await socket.waitForRoom()) == nil
                withState { $0.waitingBytes = 0 }
                if isGone { return }
                continue
            }
            _ = await wait { $0.isFull(configuration) ? nil : true }
            return
        }
    }
}
