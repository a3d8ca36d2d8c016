import Glibc
import TestSupport
import Testing

/// A file under `Fixtures/` and the messages that it causes.
struct Fixture {
    let name: String
    let bytes: [UInt8]
    /// Empty when there is no expectation yet.
    let expected: String

    static let names = Folder.names(in: folder).filter { $0.hasSuffix(".yaml") }.map { String($0.dropLast(5)) }.sorted()

    init(_ name: String) throws {
        self.name = name
        bytes = try TextFile.bytes(of: Self.folder + "/\(name).yaml")
        expected = (try? TextFile.read(Self.folder + "/\(name).txt")) ?? ""
    }

    /// Compares with what is recorded; `POCKETBELL_RECORD=1` records anew, for a person to look over.
    func check(_ text: String) throws {
        if getenv("POCKETBELL_RECORD") != nil {
            try TextFile.write(Array(text.utf8), to: Self.folder + "/\(name).txt", mode: 0o644)
        }
        #expect(text == (getenv("POCKETBELL_RECORD") == nil ? expected : text))
    }

    private static var folder: String { "\(RealParts.packageFolder)/Tests/ConfigurationTests/Fixtures" }
}
