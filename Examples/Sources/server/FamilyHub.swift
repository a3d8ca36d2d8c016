import SignalRCodable

/// Children ask for money, parents say yes.
enum FamilyHub {
    struct Wish: Codable, Sendable {
        var child: String
        var reason: String
    }

    static func make() -> Hub {
        // Asked on every request: who is it, what may they do, and until when?
        let hub = Hub { credentials in
            // A real server checks a signature here. A token is a secret: it belongs in no log.
            switch credentials.bearerToken {
            case "token-of-mum": .allowed(user: "mum", roles: ["parent"], expires: .now + .seconds(3600))
            case "token-of-alice": .allowed(user: "alice", expires: .now + .seconds(3600))
            default: .unauthorized
            }
        }
        // Before the client's handshake is answered: whoever knows that they are connected misses nothing.
        hub.onConnect { peer in
            if peer.roles.contains("parent") { peer.hub.join(peer.id, "parents") }
        }
        hub.onDisconnect { peer, reason in say("\(peer.user ?? "somebody") has gone: \(reason)") }
        // Around every method: what takes how long. Arguments stay out of it.
        hub.filter { call, next in
            let began = ContinuousClock.now
            defer { say("\(call.user ?? "somebody") called \(call.method): \(ContinuousClock.now - began)") }
            return try await next()
        }
        addMethods(to: hub)
        return hub
    }

    private static func addMethods(to hub: Hub) {
        hub.on("WhoAmI") { (call: HubMethodCall) in call.user }
        // The types of the parameters are what a call must bring; the answer is how many parents heard it.
        hub.on("Ask") { (call: HubMethodCall, reason: String) in
            // The caller is told these words, and of other errors nothing but that the call failed.
            guard !reason.isEmpty else { throw HubFailure("What is it for?") }
            let wish = Wish(child: call.user ?? "", reason: reason)
            return try call.hub.send("Asked", wish, to: .group("parents"))
        }
        // Others than parents are refused before it runs. All of the child's devices hear of it.
        hub.on("Approve", allowing: { $0.roles.contains("parent") }) { (call: HubMethodCall, wish: Wish) in
            try call.hub.send("Approved", wish.reason, to: .user(wish.child))
        }
        // The client is read as fast as it takes the items, and the task ends when it has enough.
        hub.onStream("Countdown") { (from: Int) in
            AsyncStream { items in
                for number in stride(from: min(from, 1000), through: 0, by: -1) { items.yield(number) }
                items.finish()
            }
        }
    }
}
