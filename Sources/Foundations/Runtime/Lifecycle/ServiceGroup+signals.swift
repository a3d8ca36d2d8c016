extension ServiceGroup {
    /// Runs until SIGTERM or SIGINT, or until a service ends, and reloads at SIGHUP.
    ///
    /// Reloads come one after the other, and never before all services have started. Hang-ups that come while one is under
    /// way are answered by one more. A stop doesn't wait for it longer than for a service: it is cancelled.
    ///
    /// - Parameters:
    ///   - signals: usually `ProcessSignals.signals`.
    ///   - reload: reads the settings again; takes them whole or refuses them whole.
    package func run(
        signals: some AsyncSequence<ProcessSignals.Signal, Never> & Sendable,
        reload: @escaping @Sendable () async -> Void
    ) async -> ServiceOutcome {
        let (stops, stop) = AsyncStream.makeStream(of: Void.self)
        let (hangUps, hangUp) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
        let (starts, start) = AsyncStream.makeStream(of: Void.self)
        let listening = Task {
            for await signal in signals {
                switch signal {
                case .hangUp: hangUp.yield()
                case .interrupt, .terminate: stop.yield()
                }
            }
            stop.finish()
        }
        let reloading = Task {
            for await _ in starts { break }
            for await _ in hangUps {
                if Task.isCancelled { return }
                await reload()
            }
        }
        defer { listening.cancel() }
        return await run(stopRequests: stops) {
            start.finish()
        } stopping: {
            reloading.cancel()
            _ = await withTimeLimit(limits.stop, clock: clock) { await reloading.value }
        }
    }
}
