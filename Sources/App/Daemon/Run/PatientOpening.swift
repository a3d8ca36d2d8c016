import Observability
import Runtime
import Sockets
import Store

/// Opens the store for the watcher.
enum PatientOpening {
    /// A command such as `status` has the store for a moment when no program runs; that is no reason to give up. Several that are
    /// asked again and again on a busy machine have it for seconds between them. Only another program has it for good, and answers.
    static func open(_ folder: StateFolder, _ log: Log) async throws -> Store {
        let deadline = ContinuousClock.now + .seconds(30)
        while true {
            do throws(StoreError) {
                return try await Store.open(
                    in: folder.path, program: Version.text, logger: log.logger("store"))
            } catch {
                let isAnswering = ListeningSocket.isListenedOn(folder.controlPlace().path)
                guard error.kind == .inUse, !isAnswering, ContinuousClock.now < deadline else { throw error }
            }
            try await Task.sleep(for: .milliseconds(20))
        }
    }
}

/// How a run of the watcher ended.
package enum WatchEnding: Sendable {
    /// Somebody asked for it.
    case stopped
    /// The store has to be opened again, which finds the copy that waits, or what is damaged, and makes the best of it.
    case reopens
}

extension ServiceOutcome {
    /// Whether the store has to be opened again, which is logged; not where that would not help, or where a part still has it.
    func reopens(_ logger: Logger) -> Bool {
        guard let reopening else { return false }
        logger.warning("the store is opened again", [.reason: .text(reopening)])
        return true
    }

    private var reopening: String? {
        guard overdue.isEmpty, case .serviceEnded(_, let error?) = reason else { return nil }
        if let reopening = error as? StoreReopening { return reopening.reason }
        let cause = (error as? ServiceFailure)?.cause ?? error
        guard let error = cause as? StoreError, error.kind == .corrupted else { return nil }
        return error.sentence
    }
}
