package import TextFormats
import YAML

/// Reads a whole settings file, and describes it.
package enum SettingsFile {
    /// Reads a file's bytes into `Root`.
    ///
    /// - Parameter name: how messages call the file.
    /// - Throws: every mistake of the file, in its order; only broken YAML hides what comes after it.
    package static func read<Root: SettingsSection>(_ type: Root.Type, bytes: [UInt8], name: String) throws(Diagnostics)
        -> Root
    {
        let document = try YAMLDocument(bytes: bytes, name: name)
        let reading = SettingsReading(mistakes: document.mistakes)
        var reader =
            document.root.map { SettingsReader(node: $0, title: "the file", reading: reading) }
            ?? .empty(reading: reading)
        let value = Root(reading: &reader)
        reader.finish()
        reading.checkReferences()
        guard reading.diagnostics.isEmpty else { throw Diagnostics(source: document.source, reading.diagnostics) }
        return value
    }

    /// The keys that `Root` declares.
    package static func keys<Root: SettingsSection>(of type: Root.Type) -> [SettingKey] {
        var reader = SettingsReader.describing()
        _ = Root(reading: &reader)
        return reader.keys
    }
}
