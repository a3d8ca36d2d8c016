import Glibc
import SQLite

/// The copies that are made before a newer version brings a store up to date, and the way to go without one.
struct UpdateCopies {
    /// How many are kept: the last two updates can be taken back.
    static let generations = 2

    private let folder: StateFolder

    init(in folder: StateFolder) { self.folder = folder }

    /// A file that a person makes where no copy can be made: the next update goes without, and takes it away.
    private static let waiverName = StateFolder.storeName + "-without-copy"
    private static let prefix = StateFolder.storeName + "-before-"

    private var waiver: String { "\(folder.path)/\(Self.waiverName)" }

    /// Whether a person wants the update without a copy.
    var isWaived: Bool { unsafe access(waiver, F_OK) == 0 }

    /// After the store was opened: only the newest copies stay, and who went without one goes with one the next time.
    func tidy() {
        _ = unsafe unlink(waiver)
        let numbers = StateFolder.names(in: folder.path).compactMap { name in
            name.hasPrefix(Self.prefix) ? Int(name.dropFirst(Self.prefix.utf8.count)) : nil
        }
        for number in numbers.sorted().dropLast(Self.generations) {
            _ = unsafe unlink("\(folder.path)/\(Self.prefix)\(number)")
        }
    }

    /// Why a store was not brought up to date, and what a person can do.
    func failure(_ error: DatabaseError, path: String) -> StoreError {
        let failure = StoreError(error, path: path)
        return StoreError(
            failure.kind,
            "\(path): A copy is made before the store is brought up to date, and that failed: \(error.message). "
                + "Nothing was changed.",
            nextStep: (failure.kind == .full ? "Make room on the disk" : failure.nextStep.withoutFullStop)
                + ", or do without a copy this once: touch \(waiver)",
            detail: failure.detail)
    }
}

extension String {
    fileprivate var withoutFullStop: String { hasSuffix(".") ? String(dropLast()) : self }
}
