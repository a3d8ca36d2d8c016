import Glibc

/// Tells one file from the next that has its name.
struct FileMark: Sendable, Equatable {
    private let device: UInt
    private let number: UInt

    /// `nil` if there is no file.
    init?(_ path: String) {
        var status = stat()
        guard unsafe stat(path, &status) == 0 else { return nil }
        (device, number) = (UInt(status.st_dev), UInt(status.st_ino))
    }
}

/// A store's file as it was when it was opened.
package struct OpenedFile: Sendable {
    let path: String
    /// Whether whoever had it last did not close it: its pages should be looked at.
    package let wasUnclean: Bool
    private let mark: FileMark?

    init(_ path: String, wasUnclean: Bool) {
        self.path = path
        self.wasUnclean = wasUnclean
        mark = FileMark(path)
    }

    /// Whether it is still the one that lies at its path.
    var isInPlace: Bool { FileMark(path) == mark }
}
