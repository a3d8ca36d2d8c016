import TextFormats

/// Declared keys as Markdown: one table for each section, parents before children.
package struct SettingsReference {
    private let keys: [SettingKey]

    /// Learns the keys by reading a section without a file.
    package init<Root: SettingsSection>(_ type: Root.Type) {
        keys = SettingsFile.keys(of: type)
    }

    /// The page `docs/configuration.md`, which a test compares with this.
    package var markdown: String {
        Self.section("The file", keys, path: "").joined(separator: "\n") + "\n"
    }

    private static func section(_ title: String, _ keys: [SettingKey], path: String) -> [String] {
        var lines =
            ["## \(title)", "", "| key | what | type | default |", "| --- | --- | --- | --- |"] + keys.map(row) + [""]
        for key in keys {
            let place = path.isEmpty ? key.name : "\(path).\(key.name)"
            switch key.kind {
            case .value, .values, .words: continue
            case .section(let children): lines += section("`\(place)`", children, path: place)
            case .sections(let children, _): lines += section("`\(place)[]`", children, path: place + "[]")
            case .variant(let variants):
                for variant in variants where !variant.keys.isEmpty {
                    lines += section("`\(path)` with `\(key.name): \(variant.word)`", variant.keys, path: path)
                }
            }
        }
        return lines
    }

    private static func row(_ key: SettingKey) -> String {
        let standard =
            switch key.presence {
            case .required: "**required**"
            case .optional: "–"
            case .defaulted(let text): "`\(text)`"
            }
        return "| `\(key.name)` | \(escaped(key.help)) | \(escaped(type(key.kind))) | \(standard) |"
    }

    private static func type(_ kind: SettingKey.Kind) -> String {
        switch kind {
        case .value(let shape): words(shape)
        case .values(let shape, _), .words(let shape): "list of: " + words(shape)
        case .section: "section"
        case .sections: "list of sections"
        case .variant(let variants): variants.map { "`\($0.word)`: \($0.help)" }.joined(separator: " ")
        }
    }

    private static func words(_ shape: TextShape) -> String {
        shape.name + (shape.range.map { ", \($0)" } ?? "")
            + (shape.choices.isEmpty ? ", such as `\(shape.example)`" : "")
    }

    private static func escaped(_ text: String) -> String {
        text.split(separator: "|", omittingEmptySubsequences: false).joined(separator: "\\|")
    }
}
