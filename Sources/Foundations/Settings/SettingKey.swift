import TextFormats

/// One declared key: what documentation, JSON Schema and suggestions are made of.
package struct SettingKey: Sendable, Equatable {
    enum Presence: Sendable, Equatable {
        case required
        case optional
        /// The default in the file's notation.
        case defaulted(String)
    }

    indirect enum Kind: Sendable, Equatable {
        case value(TextShape)
        case values(TextShape, atLeast: Int)
        /// Of which one may come again.
        case words(TextShape)
        case section([SettingKey])
        case sections([SettingKey], atLeast: Int)
        /// A word that decides which further keys its section has.
        case variant([Variant])
    }

    struct Variant: Sendable, Equatable {
        let word: String
        let help: String
        let keys: [SettingKey]
    }

    /// As it stands in the file, without the sections around it.
    package let name: String
    let kind: Kind
    let presence: Presence
    let help: String

    /// This key and all below it.
    package var withDescendants: [SettingKey] {
        let children: [SettingKey] =
            switch kind {
            case .value, .values, .words: []
            case .section(let keys), .sections(let keys, _): keys
            case .variant(let variants): variants.flatMap(\.keys)
            }
        return [self] + children.flatMap(\.withDescendants)
    }
}

extension SettingKey.Kind {
    /// What to do where such a key is missing, as the end of a sentence.
    func request(_ name: String, _ help: String) -> String {
        let step = "write \(help.asClause)"
        return switch self {
        case .value(let shape): step + (shape.listing ?? ", such as '\(name): \(shape.example)'")
        case .values(let shape, _), .words(let shape):
            step + (shape.listing ?? ", such as '\(name): [\(shape.example)]'")
        case .variant(let variants): step + ": \(variants.map(\.word).joined(separator: ", "))"
        case .section, .sections: step
        }
    }
}
