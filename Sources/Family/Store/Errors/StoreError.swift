import Glibc
import SQLite
import Values

/// Why the store could not do what it was asked: what happened, and what to do about it.
package struct StoreError: Error, Sendable, Equatable {
    /// What went wrong, as a closed set.
    package enum Kind: String, Sendable, CaseIterable {
        /// Another instance of this program has it.
        case inUse
        /// A newer program wrote it.
        case newerVersion
        /// The file's own checks fail: only a copy helps.
        case corrupted
        /// The file or its folder cannot be written.
        case readOnly
        /// The disk, or the user's share of it; goes on by itself once there is room.
        case full
        /// The disk failed; what was written last may not be on it.
        case inputOutput
        /// The file belongs to another program, or the folder is none.
        case unusable
        /// What was to be written would take another file's place.
        case taken
        /// Too much is waiting; the same call may succeed later.
        case overloaded
        /// The call came after ``Store/close()``.
        case closed
        /// The task was cancelled before anything was done.
        case cancelled
        /// A row that this program cannot make sense of; all others can be used.
        case unreadable
        /// A statement that the database refused: a mistake in this program.
        case unexpected
    }

    /// What programs decide by.
    package let kind: Kind
    /// What happened, in one sentence.
    package let sentence: String
    /// What a person can do about it, in one sentence.
    package let nextStep: String
    /// The database's own words, for the log.
    package let detail: String

    /// - Parameters:
    ///   - sentence: with a full stop, since it is shown before the next step.
    ///   - detail: empty where the sentence says all that is known.
    package init(_ kind: Kind, _ sentence: String, nextStep: String, detail: String = "") {
        self.kind = kind
        self.sentence = sentence
        self.nextStep = nextStep
        self.detail = detail
    }

    /// Whether the store is lost for this process: another try could only do harm, and after a failed sync no later write
    /// is safe.
    package var isFatal: Bool {
        switch kind {
        case .inputOutput, .corrupted, .unexpected, .unusable, .newerVersion: true
        case .inUse, .readOnly, .full, .taken, .overloaded, .closed, .cancelled, .unreadable: false
        }
    }

    /// Whether the disk, or the right to write there, is the reason: every other change meets it too.
    var isOfTheMedium: Bool {
        switch kind {
        case .full, .readOnly, .inputOutput: true
        case .inUse, .newerVersion, .corrupted, .unusable, .taken, .overloaded, .closed, .cancelled, .unreadable,
            .unexpected:
            false
        }
    }
}

extension StoreError: CustomStringConvertible {
    /// Sentence and next step, without the database's words.
    package var description: String { "\(sentence) \(nextStep)" }
}

extension StoreError {
    /// Tells what failed in words for people.
    init(_ error: any Error, path: String) {
        switch error {
        case let error as StoreError: self = error
        case let error as DatabaseError:
            self.init(
                Kind(error.kind), "\(path): \(error.sentence)", nextStep: error.nextStep, detail: error.description)
        case let error as SystemError:
            self.init(
                error.isFull ? .full : error.code == EIO ? .inputOutput : .readOnly,
                "The files beside \(path) cannot be written: \(error).",
                nextStep: error.isFull
                    ? "Make room on the disk." : "Give the user that runs this program permission to write there.",
                detail: error.description)
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
