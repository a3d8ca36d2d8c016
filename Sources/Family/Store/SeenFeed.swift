import Runtime

/// That a person has just seen alerts.
package struct SeenNews: Sendable, Equatable {
    /// A target's name, or what else the person used.
    package let place: String
    /// Keys of what each target was told of them, by themselves or by reminders: some of it may be on a screen still.
    package var told: [String: Set<String>] = [:]
}

/// Hands on what was seen, as soon as it is on the disk.
final class SeenFeed: Sendable {
    private let watchers = Lock([AsyncStream<SeenNews>.Continuation]())

    /// Who takes none for so long misses the rest: popups stay on a screen.
    private static let mostUntaken = 256

    func subscribe() -> AsyncStream<SeenNews> {
        let (stream, continuation) = AsyncStream.makeStream(
            of: SeenNews.self, bufferingPolicy: .bufferingOldest(Self.mostUntaken))
        watchers.withLock { $0.append(continuation) }
        return stream
    }

    func tell(_ news: SeenNews) {
        guard !news.told.isEmpty else { return }
        watchers.withLock { watchers in
            watchers.removeAll { if case .terminated = $0.yield(news) { true } else { false } }
        }
    }
}
