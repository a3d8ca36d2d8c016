import Runtime
import SignalRProtocol
import Sockets

/// Looks for another transport of a connection that the hub may remember, until that is in vain or nobody wants one any more.
final class Reattachment: Sendable {
    private let reopen: HubTarget.Reopen
    private let settings: HubSettings
    private let loop: EventLoop
    private let stopping = BoundedChannel<Never>(limit: 1)

    init(_ reopen: @escaping HubTarget.Reopen, _ settings: HubSettings, on loop: EventLoop) {
        self.reopen = reopen
        self.settings = settings
        self.loop = loop
    }

    /// Looks no longer, and never again.
    func stop() { stopping.finish() }

    /// - Returns: The transport, if there is one.
    func transport() async -> (any HubTransportConnection)? {
        let plan = ReattachPlan(window: settings.options.reattachWindow, lostAt: .now)
        return await withTaskGroup(of: (any HubTransportConnection)?.self) { group in
            // The token comes from foreign code, which must not hold up the service thread.
            group.addTask(executorPreference: globalConcurrentExecutor) { await self.attempts(plan) }
            group.addTask { [stopping] in
                _ = try? await stopping.next()
                return nil
            }
            let first = await group.next() ?? nil
            group.cancelAll()
            // Stopped in the very moment in which it opened: nobody else would close it.
            for await late in group { late?.abort() }
            return first
        }
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
