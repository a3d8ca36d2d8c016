import Runtime
import SignalRProtocol
import Sockets

/// One open transport: its calls, its liveness, its reader. A connection has one after the other.
final class HubLink: Sendable {
    /// How it ended.
    enum Ending: Sendable, Equatable {
        case stopped
        case lost(HubError, allowsReconnect: Bool)
        /// The server said Close.
        case closed(HubError, allowsReconnect: Bool)
    }

    let transport: any HubTransportConnection
    let connectionID: String?
    let calls = CallTable()
    let routes: HubRoutes
    let options: HubConnectionOptions
    /// Small records from where nobody can wait: cancellations and answers.
    let courier = BoundedChannel<[UInt8]>(limit: 1 << 16)
    let liveness: Lock<LinkLiveness>
    /// Makes the reader look again, while it waits for a consumer.
    let wakeReader = Lock<(@Sendable () -> Void)?>(nil)

    init(_ opening: HubOpening, routes: HubRoutes, options: HubConnectionOptions) {
        transport = opening.transport
        connectionID = opening.connectionID
        self.routes = routes
        self.options = options
        liveness = Lock(
            LinkLiveness(pingInterval: options.pingInterval, serverTimeout: options.serverTimeout, now: .now))
    }

    // MARK: Sending

    /// Sends a record, and waits while much is queued.
    func send(_ message: HubMessage) async throws(HubError) {
        liveness.withLock { $0.sent(now: .now) }
        try await transport.send(message.record)
    }

    /// Queues a small record without waiting.
    func post(_ message: HubMessage) { courier.push(message.record) }

    // MARK: Life

    /// Serves the transport until it ends or `stop` does. Then every call has failed.
    func run(_ opening: HubOpening, stop: BoundedChannel<Never>, on loop: EventLoop) async -> Ending {
        // A server begins to time out a client at its first ping.
        post(.ping)
        let ending = await withTaskGroup(of: Ending?.self, returning: Ending.self) { group in
            group.addTask(executorPreference: loop) { await self.read(opening) }
            group.addTask { await self.keepAlive(on: loop) }
            group.addTask { await self.deliverPosts() }
            group.addTask {
                _ = try? await stop.next()
                return .stopped
            }
            defer { group.cancelAll() }
            for await case let ending? in group { return ending }
            return .stopped
        }
        courier.finish(droppingRest: true)
        switch ending {
        case .stopped: calls.end(.stopped)
        case .lost(let error, _):
            calls.end(error)
            transport.abort()
        case .closed(let error, _):
            calls.end(error)
            await close(within: .seconds(1), on: loop)
        }
        return ending
    }

    /// Says good-bye.
    func sayGoodBye(on loop: EventLoop) async {
        try? await transport.send(HubMessage.close(error: nil, allowReconnect: false).record)
        await close(within: .seconds(5), on: loop)
    }

    private func close(within limit: Duration, on loop: EventLoop) async {
        await withTaskGroup(of: Void.self) { group in
            group.addTask { await self.transport.close() }
            group.addTask {
                try? await loop.sleep(for: limit)
                // Lets the close return too.
                if !Task.isCancelled { self.transport.abort() }
            }
            await group.next()
            group.cancelAll()
        }
    }

    private func keepAlive(on loop: EventLoop) async -> Ending? {
        while !Task.isCancelled {
            switch liveness.withLock({ $0.verdict(now: .now) }) {
            case .wait(let moment):
                do { try await loop.sleep(for: moment - .now) } catch { return nil }
            case .ping: do { try await send(.ping) } catch { return nil }
            case .timeout: return .lost(.serverTimeout(options.serverTimeout), allowsReconnect: true)
            }
        }
        return nil
    }

    private func deliverPosts() async -> Ending? {
        while let record = try? await courier.next() {
            liveness.withLock { $0.sent(now: .now) }
            // Why it fails, the reader tells.
            do { try await transport.send(record) } catch { return nil }
        }
        return nil
    }
}
