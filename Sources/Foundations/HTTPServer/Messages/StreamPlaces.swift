import Runtime

/// How many streams may be open at once, of one client and of all: each holds a connection for as long as it lives, which nobody else can
/// have.
package final class StreamPlaces<Client: Hashable & Sendable>: Sendable {
    private let ofOne: Int
    private let ofAll: Int
    private let open = Lock([Client: Int]())

    package init(ofOne: Int, ofAll: Int) { (self.ofOne, self.ofAll) = (ofOne, ofAll) }

    /// - Returns: Whether there was a place; whoever has one gives it back with ``leave(_:)``.
    package func enter(_ client: Client) -> Bool {
        open.withLock { open in
            guard open[client, default: 0] < ofOne, open.values.reduce(0, +) < ofAll else { return false }
            open[client, default: 0] += 1
            return true
        }
    }

    package func leave(_ client: Client) {
        open.withLock { open in
            open[client, default: 1] -= 1
            if open[client] == 0 { open[client] = nil }
        }
    }
}
