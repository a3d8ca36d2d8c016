import Observability
import Runtime

/// What the accounts' sessions notice: that the session in the state folder is another person's, or none any more.
final class ChangedSessions: Sendable {
    private let last = Lock(0)
    /// For one reader; as many as there are watchers.
    private let notes = BoundedChannel<Int>(limit: 1)

    /// Rung when some may lie in files that cannot be used.
    fileprivate let filesAreMissing = Bell()

    /// For a new watcher.
    var nextNumber: Int {
        last.withLock { last in
            last += 1
            return last
        }
    }

    /// The session of this watcher is over.
    func note(watcher: Int) { notes.push(watcher) }

    /// The next watcher whose session is over; `nil` at the end, or when the task is cancelled.
    func next() async -> Int? { try? await notes.next() }

    /// Has the files looked at that are in the folder: one of them may be one that cannot be used.
    func lookForFiles() { filesAreMissing.ring() }

    func finish() {
        notes.finish()
        filesAreMissing.ring()
    }
}

/// Lets the watchers follow who signs in and out without this program: no hub connection outlives the person's session.
struct SessionFollower: Service {
    let name = "sessions"
    private let watch: Watch
    private let current: CurrentParts
    private let ending = Promise<Void, Never>()
    /// How soon a file is looked at again that cannot be used; nobody says when it is mended.
    private static let interval: Duration = .seconds(5)

    init(_ watch: Watch, _ current: CurrentParts) {
        self.watch = watch
        self.current = current
    }

    func run() async throws {
        async let mended: Void = followFiles()
        await followSessions()
        await mended
    }

    private func followSessions() async {
        while let number = await watch.changedSessions.next() {
            let parts = current.parts
            // One that was replaced meanwhile has noticed what its successor already knows.
            guard let watcher = await parts.accounts.all.first(where: { $0.number == number }) else { continue }
            do {
                try await watch.lookAgain(at: watcher.name, parts)
            } catch {
                watch.log.logger("program").warning(
                    "the account's new session cannot be used",
                    [.account: .text(watcher.name), .reason: .text(Complaint(error).message)])
            }
        }
    }

    /// Takes up whoever's file can be used again.
    private func followFiles() async {
        let bell = watch.changedSessions.filesAreMissing
        while ending.outcome == nil, !Task.isCancelled {
            let missing = await current.parts.unreadable(in: watch.folder)
            await bell.wait(atMost: missing.isEmpty ? nil : Self.interval)
            do {
                if !missing.isEmpty { try await watch.takeUpNewcomers(current.parts) }
            } catch {
                watch.log.logger("program").warning(
                    "sessions that were mended cannot be used", [.reason: .text(Complaint(error).message)])
            }
        }
    }

    func stop() async {
        ending.keep()
        watch.changedSessions.finish()
    }
}
