import Glibc
package import Values

/// Copies below `copies` in the state folder: those that a person has made without naming a file, and whatever else lies there under the
/// same ending.
package struct KeptCopies: Sendable {
    /// How many are kept of those that were made here.
    package static let limit = 5
    /// Where they lie in the state folder.
    static let folderName = "copies"
    /// How the names of those that were made here begin: no others give way to newer ones.
    private static let beginning = "made-"
    private static let ending = ".backup"

    /// One of them, as it lies there.
    package struct Copy: Sendable, Equatable {
        package let name: String
        /// In bytes.
        package let size: Int
        /// When it was written last.
        package let writtenAt: Timestamp
    }

    private let care: StoreCare
    private var folder: StateFolder { care.folder[Self.folderName] }

    package init(_ care: StoreCare) { self.care = care }

    /// The newest first.
    package var all: [Copy] {
        StateFolder.names(in: folder.path).compactMap(copy).sorted {
            ($1.writtenAt, $1.name) < ($0.writtenAt, $0.name)
        }
    }

    /// Where the copy with this name is; `nil` if there is none.
    package func path(of name: String) -> String? {
        all.contains { $0.name == name } ? "\(folder.path)/\(name)" : nil
    }

    /// Makes one, and takes away the oldest of those that are too many.
    ///
    /// - Returns: where it is, and what is in it.
    /// - Throws: kind `full` where the disk takes nothing new; else as `backUp`.
    package func make(now: Timestamp) async throws(StoreError) -> (path: String, copy: StoreCopy) {
        // On the disk that is full it would take the room that orders are kept for.
        try care.store.room.require()
        try folder.create()
        let path = "\(folder.path)/\(Self.beginning)\(SetAside.stamp(now))\(Self.ending)"
        let copy = try await care.backUp(to: path, replaces: false)
        // Not the new one either where a clock was set back.
        let others = all.map(\.name).filter { $0.hasPrefix(Self.beginning) && "\(folder.path)/\($0)" != path }
        for name in others.dropFirst(Self.limit - 1) { _ = unsafe unlink("\(folder.path)/\(name)") }
        return (path, copy)
    }

    private func copy(_ name: String) -> Copy? {
        var status = stat()
        guard name.hasSuffix(Self.ending), unsafe lstat("\(folder.path)/\(name)", &status) == 0,
            status.st_mode & S_IFMT == S_IFREG
        else { return nil }
        return Copy(name: name, size: Int(status.st_size), writtenAt: Timestamp(seconds: Int64(status.st_mtim.tv_sec)))
    }
}
