import SQLite

extension StoreError {
    /// Tells what failed in words for people.
    init(_ error: any Error, path: String) {
        switch error {
        case let error as StoreError: self = error
        case let error as DatabaseError:
            self.init(
                Kind(error.kind), "\(path): \(error.sentence)", nextStep: error.nextStep, detail: error.description)
        case is CancellationError:
            self.init(.cancelled, "The work was cancelled.", nextStep: "Run it again if it is still wanted.")
        default:
            self.init(
                .unexpected, "The store failed in an unforeseen way.",
                nextStep: "This is a mistake in the program: please report it with this text.", detail: "\(error)")
        }
    }
}

extension StoreError.Kind {
    fileprivate init(_ kind: DatabaseError.Kind) {
        self =
            switch kind {
            case .ownedByAnotherProcess: .inUse
            case .newerSchema, .editedMigration: .newerVersion
            case .corrupt, .notADatabase: .corrupted
            case .readOnly, .readOnlyFolder: .readOnly
            case .full: .full
            case .inputOutput: .inputOutput
            case .foreignFile, .cannotOpen, .settingRefused: .unusable
            case .overloaded, .busy, .outOfMemory, .tooManyFiles, .interrupted: .overloaded
            case .closed: .closed
            case .decoding: .unreadable
            case .constraint, .notAuthorized, .malformedQuery, .tooBig, .other: .unexpected
            }
    }
}
