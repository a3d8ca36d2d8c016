import SQLite

extension StoreError {
    /// Tells what failed in words for people.
    init(_ error: any Error, path: String) {
        switch error {
        case let error as StoreError: self = error
        case let error as DatabaseError: self.init(error, path: path)
        case is CancellationError:
            self.init(.cancelled, "The work was cancelled.", nextStep: "Run it again if it is still wanted.")
        default:
            self.init(
                .unexpected, "The store failed in an unforeseen way.", nextStep: Self.report, detail: "\(error)")
        }
    }

    private static let report = "This is a mistake in the program; please report it."

    private init(_ error: DatabaseError, path: String) {
        let (kind, sentence, nextStep): (Kind, String, String) =
            switch error.kind {
            case .ownedByAnotherProcess:
                (
                    .inUse, "Another instance already uses the store \(path): \(error.message).",
                    "Stop that one first, or ask it through its control socket."
                )
            case .newerSchema, .editedMigration:
                (
                    .newerVersion, "The store \(path) was written by another version of this program.",
                    "Run the newer version, or give this one a state folder of its own."
                )
            case .corrupt, .notADatabase:
                (
                    .corrupted, "The store \(path) is damaged.",
                    "Move it away to keep it for inspection; a new one is filled from the server."
                )
            case .readOnly:
                (
                    .readOnly, "The store \(path) cannot be written.",
                    "Give this user the right to write the file and its folder."
                )
            case .full:
                (
                    .full, "The disk that holds the store \(path) is full.",
                    "Free some space; the work goes on by itself."
                )
            case .inputOutput:
                (
                    .inputOutput, "The disk that holds the store \(path) reported an error.",
                    "Check the disk, then start the program again."
                )
            case .foreignFile, .cannotOpen, .settingRefused:
                (
                    .unusable, "The store \(path) cannot be used: \(error.message).",
                    "Choose another state folder, or move the file away."
                )
            case .overloaded, .busy, .outOfMemory, .interrupted:
                (.overloaded, "The store has too much to do.", "Try again in a moment.")
            case .closed: (.closed, "The store is closed.", "The program is about to end; start it again.")
            case .constraint, .notAuthorized, .malformedQuery, .decoding, .tooBig, .other:
                (.unexpected, "The store failed in an unforeseen way.", Self.report)
            }
        self.init(kind, sentence, nextStep: nextStep, detail: error.description)
    }
}
