package import TextFormats
import YAML

/// Reads a whole settings file, and describes it.
package enum SettingsFile {
    /// Reads a file's bytes into `Root`, with what the file names outside of itself; nothing of that has been looked at.
    ///
    /// - Parameter looksAround: tells of a file that has mistakes also what is wrong with what it names, so that a person sees
    ///   everything at once; not what only a service can look at.
    /// - Throws: every mistake of the file, in its order; only broken YAML hides what comes after it.
    package static func read<Root: SettingsSection>(
        _ type: Root.Type, bytes: [UInt8], origin: SettingsOrigin, looksAround: Bool = false
    ) throws(Diagnostics) -> (settings: Root, referents: SettingsReferents) {
        let secretKeys = keys(of: type).flatMap(\.withDescendants).filter(\.isSecret).map(\.name)
        let reading = SettingsReading(origin: origin, secretKeys: secretKeys)
        let document: YAMLDocument
        do throws(Diagnostics) {
            document = try YAMLDocument(bytes: bytes, name: origin.name)
        } catch {
            reading.adopt(error.all, of: error.source)
            throw Diagnostics(source: error.source, reading.diagnostics)
        }
        reading.adopt(document.mistakes, of: document.source)
        if let root = document.root { reading.hideSecrets(in: root) }
        var reader =
            document.root.map { SettingsReader(node: $0, title: "the file", reading: reading) }
            ?? .empty(reading: reading)
        let value = Root(reading: &reader)
        reader.finish()
        reading.checkReferences()
        let mistakes = reading.diagnostics
        let referents = SettingsReferents(source: document.source, reading.referents)
        guard mistakes.isEmpty else {
            let around = looksAround ? referents.mistakes(fromElsewhere: true)?.all ?? [] : []
            throw Diagnostics(source: document.source, mistakes + around)
        }
        return (value, referents)
    }

    /// The keys that `Root` declares.
    package static func keys<Root: SettingsSection>(of type: Root.Type) -> [SettingKey] {
        var reader = SettingsReader.describing()
        _ = Root(reading: &reader)
        return reader.keys
    }
}

extension SettingKey {
    /// Whether messages must not repeat its value.
    var isSecret: Bool {
        switch kind {
        case .value(let shape), .values(let shape, _): shape.isSecret
        case .words, .section, .sections, .variant: false
        }
    }
}
