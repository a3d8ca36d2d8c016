import TextFormats
import YAML

/// Where a section and its keys stand in the file, for those who have something to say of them when all of it has been read.
package struct SettingsPlaces: Sendable {
    private let file: String
    private let section: SourceRange?
    private let entries: [String: YAMLEntry]

    init(file: String, section: SourceRange?, entries: [String: YAMLEntry]) {
        self.file = file
        self.section = section
        self.entries = entries
    }

    /// Of what stands in no file.
    package static let none = SettingsPlaces(file: "", section: nil, entries: [:])

    /// A sentence behind the place that it is about, as `FILE:LINE:COLUMN: SENTENCE`; without a file the sentence alone.
    ///
    /// - Parameters:
    ///   - key: its value is meant; `nil`, or a key that was left out: the section.
    ///   - item: of the key's list, as it is written.
    package func sentence(_ sentence: String, at key: String? = nil, item: String? = nil) -> String {
        place(at: key, item: item).map { "\($0): \(sentence)" } ?? sentence
    }

    /// `FILE:LINE:COLUMN` of a key's value, else of the section; `nil` of what stands in no file.
    package func place(at key: String? = nil, item: String? = nil) -> String? {
        let value = key.flatMap { entries[$0]?.value }
        return (value?.range(ofItem: item) ?? value?.range ?? section).map { "\(file):\($0.start)" }
    }
}
