import Glibc
import Runtime
import SQLite
package import Values

/// A copy of a store that was looked at: what is in it.
package struct StoreCopy: Sendable, Equatable {
    /// In bytes.
    package let size: Int
    /// Children, those that are gone included.
    package let children: Int
    package let transactions: Int
    /// Deliveries, all that were ever caused and are kept.
    package let deliveries: Int
    /// Of these, what waits.
    package let waiting: Int
    /// What people entered; 0 for a store of a version that took nothing.
    package let intents: Int
    /// Of these, what is not at its end.
    package let openIntents: Int
    /// Pictures that orders have yet to send.
    package internal(set) var photos = 0
    /// Of such pictures, those that are neither in the copy nor on this machine: each such order needs a person.
    package internal(set) var lostPhotos = 0
    /// When the newest transaction became known; `nil` without any.
    package let newest: Timestamp?
    /// What the ledger of this machine knows of it; `nil` where nobody asked.
    package internal(set) var ledger: Following?
    private let id: String?
    private let head: Int64

    /// How much of what followed a copy the ledger of the machine can tell that takes the copy up.
    package struct Following: Sendable, Equatable {
        /// Whether it tells all that was told and sent since the copy was made. Else what is open in the copy is looked for on the
        /// server before it is sent.
        package let isComplete: Bool
        /// Lines that cannot be read.
        package let damagedLines: Int
    }

    /// Checks the file's pages, whose it is and how new, and counts what is in it.
    ///
    /// - Throws: `StoreError` of the kinds `unusable`, `newerVersion` and `corrupted`, which name the path.
    init(examining file: DatabaseFile, named path: String) throws {
        let description: DatabaseFile.Description
        do { description = try file.describe() } catch { throw StoreError(error, path: path) }
        guard description.applicationID == StoreMark.applicationID else {
            throw StoreError(
                .unusable, "\(path) is no copy of a store.", nextStep: "Name a file that 'backup' has made.")
        }
        guard description.version <= Migration.all.count else {
            throw StoreError(
                .newerVersion, "A newer version of this program has made \(path).",
                nextStep: "Install that version, and restore the copy with it.")
        }
        if let first = try file.damage() {
            throw StoreError(
                .corrupted, "The copy \(path) is damaged.", nextStep: "Use another copy.", detail: first)
        }
        var status = stat()
        size = unsafe stat(file.path, &status) == 0 ? Int(status.st_size) : 0
        (id, head) = try file.read { reading in (try reading.meta(StoreMark.idName), try reading.ledgerHead()) }
        (children, transactions, deliveries, waiting, intents, openIntents, newest) = try file.read { reading in
            (
                try reading.first(CopyTable.children) ?? 0, try reading.first(CopyTable.transactions) ?? 0,
                try reading.first(CopyTable.deliveries) ?? 0, try reading.first(CopyTable.waiting) ?? 0,
                (try? reading.first(CopyTable.intents)) ?? 0, (try? reading.first(CopyTable.openIntents)) ?? 0,
                try reading.first(CopyTable.newest)
            )
        }
    }
}

extension StoreCopy {
    mutating func take(_ count: CopiedPhotos.Count) { (photos, lostPhotos) = (count.found, count.lost) }

    mutating func take(_ contents: LedgerContents) {
        ledger = Following(isComplete: contents.follows(id, from: head), damagedLines: contents.damaged)
    }
}

/// Of a copy, which nobody else reads meanwhile.
private enum CopyTable {
    static let children = Query<Int>("copy.children", "SELECT count(*) FROM child")
    static let transactions = Query<Int>("copy.transactions", "SELECT count(*) FROM txn")
    static let deliveries = Query<Int>("copy.deliveries", "SELECT count(*) FROM delivery")
    static let waiting = Query<Int>(
        "copy.waiting", "SELECT count(*) FROM delivery WHERE state IN ('queued', 'in-doubt', 'attempting')")
    static let intents = Query<Int>("copy.intents", "SELECT count(*) FROM intent")
    static let openIntents = Query<Int>(
        "copy.openIntents",
        "SELECT count(*) FROM intent WHERE state IN ('accepted', 'sending', 'unknown', 'acked', 'parked')")
    static let newest = Query<Timestamp>(
        "copy.newest", "SELECT first_seen_at FROM txn ORDER BY first_seen_at DESC LIMIT 1")
}

extension StoreCare {
    /// Copies the store, beside whatever writes meanwhile, to a file of mode 0600 that has its name only once it was checked.
    ///
    /// - Parameters:
    ///   - path: complete. None of the store's own files.
    ///   - replaces: whether a file that has the name already gives way.
    package func backUp(to path: String, replaces: Bool) async throws(StoreError) -> StoreCopy {
        var status = stat()
        if unsafe lstat(path, &status) == 0 {
            guard replaces else {
                throw StoreError(
                    .taken, "The file \(path) is there already.", nextStep: "Choose another name, or add --force.")
            }
            guard status.st_mode & S_IFMT == S_IFREG else {
                throw StoreError(
                    .taken, "\(path) is no file that a copy could replace.", nextStep: "Choose another name.")
            }
        }
        guard !StateFolder.isOwn(path, besides: store.path) else {
            throw StoreError(.taken, "\(path) is one of the store's own files.", nextStep: "Choose another folder.")
        }
        let copy = Lock(StoreCopy?.none)
        let photos = CopiedPhotos(MediaFiles(in: folder))
        do {
            try await store.database.backUp(to: path, replaces: replaces) { file in
                let count = try photos.pack(into: file)
                var examined = try StoreCopy(examining: file, named: path)
                examined.take(count)
                copy.withLock { $0 = examined }
            }
        } catch let error as DatabaseError where error.kind == .readOnlyFolder || error.kind == .cannotOpen {
            throw StoreError(
                .readOnly, "No copy can be made at \(path): \(error.message).",
                nextStep: "Choose a folder that is there and that the program's user may write to.",
                detail: error.description)
        } catch {
            throw StoreError(error, path: path)
        }
        guard let copy = copy.withLock({ $0 }) else {
            throw StoreError(.unexpected, "The copy was not checked.", nextStep: "Report this.")
        }
        return copy
    }
}
