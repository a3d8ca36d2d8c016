import Runtime
import SignalRProtocol
import Sockets

/// Looks for another transport of a connection that the hub may remember, until that is in vain or nobody wants one any more.
final class Reattachment: Sendable {
    private let reopen: HubTarget.Reopen
    private let settings: HubSettings
    private let loop: EventLoop
    private let stopping = Promise<Void, Never>()

    init(_ reopen: @escaping HubTarget.Reopen, _ settings: HubSettings, on loop: EventLoop) {
        self.reopen = reopen
        self.settings = settings
        self.loop = loop
    }

    /// Looks no longer, and never again.
    func stop() { stopping.keep() }

    /// - Returns: The transport, if there is one.
    func transport() async -> (any HubTransportConnection)? {
        let plan = ReattachPlan(window: settings.options.reattachWindow, lostAt: .now)
        let found = Promise<(any HubTransportConnection)?, Never>()
        let end = await race(stop: stopping) {
            // The token comes from foreign code, which must not hold up the service thread.
            await withTaskExecutorPreference(globalConcurrentExecutor) {
                found.keep(.success(await self.attempts(plan)))
            }
        }
        let transport = await found.valueEvenIfCancelled()
        if case .value = end { return transport }
        // Stopped in the very moment in which it opened: nobody else would close it.
        transport?.abort()
        return nil
    }

    private func attempts(_ first: ReattachPlan) async -> (any HubTransportConnection)? {
        var plan = first
        var random = SystemRandomNumberGenerator()
        while let pause = plan.pause(now: .now, random: random.next()) {
            if pause > .zero { do { try await loop.sleep(for: pause) } catch { return nil } }
            let limit = plan.limit(now: .now, connectTimeout: settings.options.connectTimeout)
            do throws(HubError) {
                return try await reopen(plan.wasRefused, limit)
            } catch {
                plan.failed(error)
            }
        }
        return nil
    }
}
