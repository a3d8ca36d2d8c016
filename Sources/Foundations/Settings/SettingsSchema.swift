import TextFormats

/// A JSON Schema (draft 7, which yaml-language-server reads) of declared keys.
package struct SettingsSchema {
    private let keys: [SettingKey]
    private let title: String

    /// - Parameter title: what an editor shows for the whole file.
    package init<Root: SettingsSection>(_ type: Root.Type, title: String) {
        keys = SettingsFile.keys(of: type)
        self.title = title
    }

    /// JSON on indented lines with a break at the end, to be written to a file.
    package var text: String {
        let head: [(String, SchemaValue)] = [
            ("$schema", .string("http://json-schema.org/draft-07/schema#")), ("title", .string(title)),
        ]
        return SchemaValue.object(head + Self.object(keys)).text() + "\n"
    }

    /// A section; with a variant key it is one object per word, since each word brings its own keys.
    private static func object(_ keys: [SettingKey]) -> [(String, SchemaValue)] {
        for (index, key) in keys.enumerated() {
            guard case .variant(let variants) = key.kind else { continue }
            let alternatives = variants.map { variant in
                let word: [(String, SchemaValue)] = [
                    ("const", .string(variant.word)), ("description", .string(variant.help)),
                ]
                return SchemaValue.object(
                    plainObject(keys[..<index] + variant.keys + keys[(index + 1)...], plus: (key.name, .object(word))))
            }
            return [("oneOf", .array(alternatives))]
        }
        return plainObject(keys[...], plus: nil)
    }

    private static func plainObject(_ keys: ArraySlice<SettingKey>, plus word: (String, SchemaValue)?) -> [(
        String, SchemaValue
    )] {
        let properties = (word.map { [$0] } ?? []) + keys.map { ($0.name, SchemaValue.object(property($0))) }
        let required = (word.map { [$0.0] } ?? []) + keys.filter { $0.presence == .required }.map(\.name)
        var members: [(String, SchemaValue)] = [
            ("type", .string("object")), ("additionalProperties", .boolean(false)), ("properties", .object(properties)),
        ]
        if !required.isEmpty { members.append(("required", .array(required.map { .string($0) }))) }
        return members
    }

    private static func property(_ key: SettingKey) -> [(String, SchemaValue)] {
        var members: [(String, SchemaValue)] = [("description", .string(key.help))]
        switch key.kind {
        case .value(let shape): members += value(shape)
        case .values(let shape, let minimum): members += list(of: value(shape), atLeast: minimum, isUnique: true)
        case .words(let shape): members += list(of: value(shape), atLeast: 0, isUnique: false)
        case .section(let keys): members += object(keys)
        case .sections(let keys, let minimum): members += list(of: object(keys), atLeast: minimum, isUnique: false)
        case .variant: preconditionFailure("a section has at most one variant key")
        }
        if case .defaulted(let text) = key.presence { members.append(("default", standard(text, key.kind))) }
        return members
    }

    private static func list(of item: [(String, SchemaValue)], atLeast minimum: Int, isUnique: Bool) -> [(
        String, SchemaValue
    )] {
        var members: [(String, SchemaValue)] = [("type", .string("array")), ("items", .object(item))]
        if minimum > 0 { members.append(("minItems", .integer(minimum))) }
        if isUnique { members.append(("uniqueItems", .boolean(true))) }
        return members
    }

    /// The default as an editor would write it.
    private static func standard(_ text: String, _ kind: SettingKey.Kind) -> SchemaValue {
        switch kind {
        case .values, .words: .array([.string(text)])
        case .value(let shape) where shape.jsonTypes == [.boolean]:
            .boolean(["true", "yes", "on"].contains(text.lowercased()))
        case .value(let shape) where shape.jsonTypes == [.integer]: Int(text).map { .integer($0) } ?? .string(text)
        case .value, .section, .sections, .variant: .string(text)
        }
    }

    private static func value(_ shape: TextShape) -> [(String, SchemaValue)] {
        if shape.jsonTypes == [.boolean] {
            // An editor that reads YAML 1.2 sees `yes` as text.
            let words = shape.choices.filter { $0 != "true" && $0 != "false" }.map { SchemaValue.string($0) }
            return [("enum", .array([.boolean(true), .boolean(false)] + words))]
        }
        if !shape.choices.isEmpty { return [("enum", .array(shape.choices.map { .string($0) }))] }
        let types = shape.jsonTypes.map { SchemaValue.string($0.rawValue) }
        var members: [(String, SchemaValue)] = [("type", types.count == 1 ? types[0] : .array(types))]
        if let minimum = shape.minimum { members.append(("minimum", .integer(minimum))) }
        if let maximum = shape.maximum { members.append(("maximum", .integer(maximum))) }
        if let pattern = shape.pattern { members.append(("pattern", .string(pattern))) }
        return members
    }
}
