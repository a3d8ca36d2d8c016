import Runtime
import Store

/// Services that a new configuration replaces as a whole while the rest of the program runs on.
///
/// When the first of them cannot start because the store takes nothing at the moment, it is started again until it can: the
/// program that lived through a full disk does not end because somebody reloads it meanwhile.
actor ReplaceableServices: Service {
    nonisolated let name = "watchers"

    private var services: [any Service]
    private var replacement: [any Service]?
    private var isStopping = false
    private var interruption = Promise<Void, Never>()
    private let waits: @Sendable (StoreError?) -> Void
    private let pause: Duration

    /// - Parameters:
    ///   - waits: called with what keeps the first service from its start, each time, and with `nil` once all have started.
    ///   - pause: between two of those starts.
    init(
        _ services: [any Service], pause: Duration = .seconds(1),
        waits: @escaping @Sendable (StoreError?) -> Void = { _ in }
    ) {
        self.services = services
        self.pause = pause
        self.waits = waits
    }

    /// Ends what runs, and runs these instead.
    func replace(with services: [any Service]) {
        replacement = services
        interruption.keep()
    }

    func run() async throws {
        // Who is asked to end waits for nothing any more.
        defer { waits(nil) }
        while !isStopping {
            // Also what was asked for before this ran.
            if let next = replacement { services = next }
            replacement = nil
            let outcome = await ServiceGroup(services).run(until: nextInterruption()) { waits(nil) }
            if replacement != nil { continue }
            guard !isStopping else { return }
            guard let error = passing(outcome) else { throw ServiceFailure(outcome) }
            waits(error)
            let interruption = nextInterruption()
            _ = await race(limit: pause) { await interruption.outcomeUnlessCancelled() }
        }
    }

    /// What is asked for from now on; what was asked for before is in `replacement` and `isStopping`.
    private func nextInterruption() -> Promise<Void, Never> {
        interruption = Promise()
        return interruption
    }

    /// What kept the first service from its start, if it may start later: nothing else has begun then, so all of them are as
    /// they were.
    private func passing(_ outcome: ServiceOutcome) -> StoreError? {
        guard case .startFailed(let service, let error as StoreError) = outcome.reason, service == services.first?.name,
            !error.isFatal, error.kind != .closed
        else { return nil }
        return error
    }

    func stop() {
        isStopping = true
        interruption.keep()
    }
}

/// Why the program ended although nobody asked it to.
package struct ServiceFailure: Error, CustomStringConvertible {
    /// What the part that failed said; `nil` where it said nothing.
    package let cause: (any Error)?
    /// Which part, and how it ended.
    package let description: String

    init(_ outcome: ServiceOutcome) {
        switch outcome.reason {
        case .requested:
            cause = nil
            description = "some parts did not end in time: \(outcome.overdue.joined(separator: ", "))"
        case .startFailed(let service, let error):
            cause = error
            description = "\(service) could not start: \(error)"
        case .startTimedOut(let service):
            cause = nil
            description = "\(service) did not start in time"
        case .serviceEnded(let service, let error):
            cause = (error as? ServiceFailure)?.cause ?? error
            description = "\(service) ended: \(error.map { "\($0)" } ?? "without a reason")"
        }
    }
}
