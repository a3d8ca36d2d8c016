import HTTPServer
import Runtime

/// Tells open pages that something has changed; they then ask for their view anew.
struct LiveDesk: Sendable {
    let changes: @Sendable () -> AsyncStream<Void>
    /// A browser opens six connections to one server at most, unless it speaks a newer HTTP with the proxy before this one.
    private let places = StreamPlaces<[UInt8]>(ofOne: 16, ofAll: 320)

    /// How long changes are gathered after one was told: what follows is on the page within 100 ms all the same, and a burst does not make
    /// two hundred pages ask anew for each of its rows.
    ///
    /// What is told first is often that a hub has spoken; the commit that follows has to wait for no more than this.
    private static let spacing = Duration.milliseconds(40)
    /// From one sign of life to the next: what lies between must not take a quiet evening for a dead connection.
    private static let pulse = Duration.seconds(25)

    init(changes: @escaping @Sendable () -> AsyncStream<Void>) { self.changes = changes }

    /// Says that something has changed, the first time at once. A browser that was cut off asks anew by itself.
    ///
    /// - Parameters:
    ///   - browser: tells it from others.
    ///   - isSignedIn: whether it still is; the stream of one that is not ends with the next sign of life.
    func stream(to browser: [UInt8], _ isSignedIn: @escaping @Sendable () async -> Bool) -> HTTPResponse {
        guard places.enter(browser) else {
            return .text("Too many views of this browser are open.\n", status: HTTPStatus(rawValue: 429))
        }
        return .events { writer in
            defer { places.leave(browser) }
            // Before the first word: what changes after it is told.
            let changes = changes()
            try await writer.write(ServerSentEvent("", name: "open", retry: .seconds(2)))
            try await firstToEnd(
                {
                    for await _ in changes {
                        guard await isSignedIn() else { return }
                        try await writer.write(ServerSentEvent("", name: "change"))
                        try await Task.sleep(for: Self.spacing)
                    }
                },
                {
                    repeat {
                        try await Task.sleep(for: Self.pulse)
                        try await writer.keepAlive()
                    } while await isSignedIn()
                })
        }
    }
}
