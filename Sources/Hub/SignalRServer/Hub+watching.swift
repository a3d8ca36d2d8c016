import Runtime

extension Hub {
    /// Looks after the connections as long as there are some: one task for all of them.
    func startWatching() {
        let mustStart = state.withLock { state in
            defer { state.isWatching = true }
            return !state.isWatching
        }
        if mustStart { Task { await watch() } }
    }

    private func watch() async {
        let period = configuration.watchPeriod
        while true {
            try? await Task.sleep(for: period)
            let connections = state.withLock { state -> [HubPeer]? in
                guard state.connections.isEmpty else { return Array(state.connections.values) }
                state.isWatching = false
                return nil
            }
            guard let connections else { return }
            let now = ContinuousClock.now
            for connection in connections { connection.watch(now: now, next: now + period) }
        }
    }
}
