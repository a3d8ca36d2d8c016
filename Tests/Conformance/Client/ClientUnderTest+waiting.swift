extension ClientEvent {
    var isTokenRequest: Bool { if case .askedForToken = self { true } else { false } }
}

extension ClientUnderTest {
    /// The id of the latest connection, once there is one.
    func connectedID() async throws -> String? {
        let event = try await events.wait(for: "connection") { $0.last { $0.isConnected } }
        return if case .connected(let id) = event { id } else { nil }
    }

    /// Waits until a lost connection is back, for the given time since the start.
    @discardableResult
    func reconnected(times: Int = 1) async throws -> String? {
        let event = try await events.wait(for: "reconnection") { events -> ClientEvent? in
            let connections = events.filter { $0.isConnected }
            return connections.count > times ? connections[times] : nil
        }
        return if case .connected(let id) = event { id } else { nil }
    }

    /// Waits until the connection is over; its reason.
    @discardableResult
    func disconnected(times: Int = 1) async throws -> ClientFailure? {
        let event = try await events.wait(for: "end of the connection") { events -> ClientEvent? in
            let ends = events.filter { $0.isDisconnected }
            return ends.count >= times ? ends[times - 1] : nil
        }
        return if case .disconnected(let failure) = event { failure } else { nil }
    }

    /// Waits until it tries to get a lost connection back; the reason.
    @discardableResult
    func reconnecting(times: Int = 1) async throws -> ClientFailure? {
        let event = try await events.wait(for: "loss of the connection") { events -> ClientEvent? in
            let losses = events.filter { $0.isReconnecting }
            return losses.count >= times ? losses[times - 1] : nil
        }
        return if case .reconnecting(let failure) = event { failure } else { nil }
    }

    /// Waits for so many invocations and gives the arguments of all.
    func invocations(_ count: Int) async throws -> [String] {
        try await events.wait(for: "\(count) invocations") { events in
            let arguments = events.compactMap(\.arguments)
            return arguments.count >= count ? arguments : nil
        }
    }

    /// Waits for what came out of a reaction.
    func note() async throws -> String {
        try await events.wait(for: "note of a reaction") { events in
            events.lazy.compactMap { if case .note(let text) = $0 { text } else { nil } }.first
        }
    }
}
