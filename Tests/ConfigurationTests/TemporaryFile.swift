import TestSupport

/// A configuration that only its owner can read.
final class TemporaryFile {
    private let folder: TemporaryFolder
    let path: String

    init(_ text: String) throws {
        folder = try TemporaryFolder()
        path = try folder.write(text, to: "pocketbell.yaml")
    }
}
