import TextFormats
import YAML

/// One word of a ``SettingsReader/variant(_:help:_:)`` and how to read the keys that come with it.
package struct SettingsVariant<Value> {
    let word: String
    let help: String
    let read: (inout SettingsReader) -> Value

    /// - Parameter read: asks for the keys that this word brings; also runs without a file, to learn which they are.
    package init(_ word: String, help: String, read: @escaping (inout SettingsReader) -> Value) {
        self.word = word
        self.help = help
        self.read = read
    }
}

extension SettingsReader {
    /// A list of sections, in the file's order.
    package mutating func sections<Section: SettingsSection>(
        _ key: String, _ type: Section.Type, atLeast minimum: Int = 0, help: String
    ) -> [Section] {
        let presence: SettingKey.Presence = minimum > 0 ? .required : .optional
        guard let entry = entry(key, .sections(SettingsFile.keys(of: type), atLeast: minimum), presence, help) else {
            return []
        }
        return items(entry, key, atLeast: minimum).enumerated().map { index, node in
            read(type, node, "item \(index + 1) of '\(key)'")
        }
    }

    /// One section with keys of its own; `nil` if it is left out. Nothing behind its key is a mistake.
    package mutating func section<Section: SettingsSection>(
        _ key: String, _ type: Section.Type, help: String
    ) -> Section? {
        let keys = SettingsFile.keys(of: type)
        _ = isPresentAsList(
            key, hint: "give it \(keys.map { "'\($0.name):'" }.joined(separator: ", ")), or leave it out")
        guard let entry = entry(key, .section(keys), .optional, help) else { return nil }
        // What belongs behind one of its keys may stand here instead.
        if case .mapping = entry.value.content {
        } else if keys.flatMap(\.withDescendants).contains(where: \.isSecret) {
            reading.hide(line: entry.value.range.start.line)
        }
        return read(type, entry.value, "'\(key)'")
    }

    /// A word that decides which further keys this section has: `type: webhook` brings `url`.
    package mutating func variant<Value>(_ key: String, help: String, _ variants: [SettingsVariant<Value>]) -> Value {
        let described = variants.map { variant in
            var reader = SettingsReader.describing()
            _ = variant.read(&reader)
            return SettingKey.Variant(word: variant.word, help: variant.help, keys: reader.keys)
        }
        let words = variants.map(\.word)
        guard let entry = entry(key, .variant(described), .required, help) else { return ignoringRest(variants) }
        guard case .scalar(let scalar) = entry.value.content,
            let chosen = variants.first(where: { $0.word == scalar.text })
        else {
            let text = if case .scalar(let scalar) = entry.value.content { scalar.text } else { "" }
            let guess = nearest(to: text, in: words).map { "did you mean '\($0)'?" }
            reading.report(entry.value.range, "'\(key)' must be one of \(words.joined(separator: ", "))", hint: guess)
            return ignoringRest(variants)
        }
        return chosen.read(&self)
    }

    /// Notes a mistake that only shows when keys are looked at together.
    ///
    /// - Parameter item: the words of a list's item to point at.
    package func require(_ condition: Bool, at key: String, item: String? = nil, _ message: String, hint: String? = nil)
    {
        guard !condition, let value = value(of: key) else { return }
        reading.report(value.range(ofItem: item) ?? value.range, message, hint: hint)
    }

    /// Whether the file has this key, if only as an empty list.
    ///
    /// Where an empty list means something else than none at all, a key without anything behind it is a mistake.
    package func isPresentAsList(_ key: String, hint: String) -> Bool {
        guard let value = value(of: key) else { return false }
        if !isPresent(key) { reading.report(value.range, "'\(key)' has no value", hint: hint) }
        return true
    }

    /// Whether the file has this key, with a value.
    package func isPresent(_ key: String) -> Bool {
        guard let value = value(of: key) else { return false }
        if case .scalar(let scalar) = value.content { return !scalar.isNull }
        return true
    }

    /// How many mistakes the file has so far: unchanged after a key was read, the key was sound.
    package var mistakeCount: Int { reading.mistakeCount }

    /// The items of a list of single values; one that comes again is a mistake.
    func uniqueItems(_ entry: YAMLEntry, _ key: String, atLeast minimum: Int) -> [YAMLNode] {
        var seen: Set<String> = []
        return items(entry, key, atLeast: minimum).filter { node in
            guard case .scalar(let scalar) = node.content, !seen.insert(scalar.text).inserted else { return true }
            reading.report(node.range, "'\(scalar.text)' is in '\(key)' twice", hint: "remove one")
            return false
        }
    }

    func items(_ entry: YAMLEntry, _ key: String, atLeast minimum: Int) -> [YAMLNode] {
        if case .sequence(let items) = entry.value.content {
            if items.count < minimum {
                reading.report(entry.keyRange, "'\(key)' needs at least \(minimum) item\(minimum == 1 ? "" : "s")")
            }
            return items
        }
        reading.report(
            entry.value.range, "'\(key)' must be a list, not \(entry.value.kindName)", hint: "begin each item with '- '"
        )
        return []
    }

    private func read<Section: SettingsSection>(_ type: Section.Type, _ node: YAMLNode, _ title: String) -> Section {
        var reader = SettingsReader(node: node, title: title, reading: reading)
        let section = Section(reading: &reader)
        reader.finish()
        return section
    }

    /// Without its word a section can't be judged, so none of its other keys is called unknown or missing.
    private mutating func ignoringRest<Value>(_ variants: [SettingsVariant<Value>]) -> Value {
        var reader = SettingsReader.describing()
        isComplete = false
        return variants[0].read(&reader)
    }
}
