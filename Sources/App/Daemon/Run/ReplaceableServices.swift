import Runtime

/// Services that a new configuration replaces as a whole while the rest of the program runs on.
actor ReplaceableServices: Service {
    nonisolated let name = "watchers"

    private var services: [any Service]
    private var replacement: [any Service]?
    private var isStopping = false
    private var interrupt: AsyncStream<Void>.Continuation?

    init(_ services: [any Service]) {
        self.services = services
    }

    /// Ends what runs, and runs these instead.
    func replace(with services: [any Service]) {
        replacement = services
        interrupt?.yield()
    }

    func run() async throws {
        while !isStopping {
            // Also what was asked for before this ran.
            if let next = replacement { services = next }
            replacement = nil
            let (stops, stop) = AsyncStream.makeStream(of: Void.self)
            interrupt = stop
            let outcome = await ServiceGroup(services).run(stopRequests: stops)
            interrupt = nil
            if replacement != nil { continue }
            guard !isStopping else { return }
            throw ServiceFailure(outcome)
        }
    }

    func stop() {
        isStopping = true
        interrupt?.yield()
    }
}

/// Why the program ended although nobody asked it to.
struct ServiceFailure: Error, CustomStringConvertible {
    /// What the part that failed said.
    let cause: (any Error)?
    let description: String

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
