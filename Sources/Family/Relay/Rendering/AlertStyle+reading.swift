package import Settings
package import TextFormats

extension AlertStyle {
    /// One idea of looks; its word is the key in the file.
    package enum Key: String, CaseIterable, Sendable { case title, urgency, tags, icon, link }

    /// Declares these keys alone.
    package init(reading reader: inout SettingsReader, _ keys: [Key], icons: TextFormat<String>) {
        self.init()
        for key in Key.allCases where keys.contains(key) { read(key, &reader, icons) }
    }

    /// What it says something about.
    package var keys: [Key] {
        Key.allCases.filter { key in
            switch key {
            case .title: title != nil
            case .urgency: urgency != nil
            case .tags: !tags.isEmpty
            case .icon: icon != nil
            case .link: link != nil
            }
        }
    }

    private mutating func read(_ key: Key, _ reader: inout SettingsReader, _ icons: TextFormat<String>) {
        switch key {
        case .title:
            title = reader.optional(
                key.rawValue, .text(upTo: 200).showing("Pocket money of {child}"),
                help: "The line above the words, with places as in a rule's `text`. Left out: what happened.",
                problems: Template.problems)
        case .urgency:
            urgency = reader.optional(
                key.rawValue, .choice, help: "How soon to look. Left out: high for low balances, else normal.")
        case .tags:
            tags = reader.values(
                key.rawValue, .tag, help: "Words to sort by; at ntfy also emoji short codes such as `moneybag`.")
        case .icon:
            icon = reader.optional(key.rawValue, icons, help: "The picture beside it.")
        case .link:
            link = reader.optional(
                key.rawValue, .linkTemplate, help: "The page that it leads to, with places as in a rule's `text`.",
                problems: Template.problems)
        }
    }
}

extension TextFormat where Value == String {
    /// 1 to 40 characters without blanks and commas, which separate tags.
    static var tag: TextFormat {
        let shape = TextShape(name: "tag", example: "moneybag").with { $0.pattern = "^[^\\s,]{1,40}$" }
        return TextFormat(shape: shape, placeholder: "tag") { text throws(TextFormatError) in
            guard 1...40 ~= text.count, !text.contains(where: { $0.isWhitespace || $0 == "," }) else {
                throw TextFormatError("must be 1 to 40 characters without blanks and commas")
            }
            return text
        }
    }

    /// An address with places behind its host: where a link leads must not depend on what a child wrote.
    static var linkTemplate: TextFormat {
        let shape = TextShape(name: "URL", example: "https://allowance.example.org/children/{child-id}")
            .with { $0.pattern = "^https?://[^\\s/{}@]+(/.*)?$" }
        return TextFormat(shape: shape, placeholder: "https://example.org") { text throws(TextFormatError) in
            let host = text.drop { $0 != "/" }.dropFirst(2).prefix { !"/?#".contains($0) }
            guard !host.contains(where: { "{}@".contains($0) }) else {
                throw TextFormatError(
                    "must name its host itself", hint: "write places behind the first '/' of the path")
            }
            // What stands in braces has blanks and quotes of its own, and rules of its own.
            var isInBraces = false
            let address = text.filter { character in
                if character == "{" { isInBraces = true }
                defer { if character == "}" { isInBraces = false } }
                return !isInBraces
            }
            _ = try TextFormat.url.parse(address)
            guard text.count <= 500 else { throw TextFormatError("must have at most 500 characters") }
            return text
        }
    }

    /// The address of a picture, for those who fetch it.
    static var iconAddress: TextFormat { .url.showing("https://allowance.example.org/icon.png") }

    /// What this machine calls a picture.
    static var iconName: TextFormat {
        let shape = TextShape(name: "icon name or path", example: "dialog-information")
            .with { $0.pattern = "^(/.+|[A-Za-z0-9._-]{1,80})$" }
        return TextFormat(shape: shape, placeholder: "dialog-information") { text throws(TextFormatError) in
            let isName = text.utf8.allSatisfy(\.isOfIconName) && 1...80 ~= text.utf8.count
            guard isName || text.utf8.count > 1 && text.first == "/" else {
                throw TextFormatError("must be an icon's name or complete path", hint: "such as dialog-information")
            }
            return text
        }
    }

    /// Either of the two.
    package static var icon: TextFormat {
        let shape = TextShape(name: "icon address, name or path", example: "https://allowance.example.org/icon.png")
        return TextFormat(shape: shape, placeholder: "dialog-information") { text throws(TextFormatError) in
            try (text.isWebAddress ? TextFormat.url : .iconName).parse(text)
        }
    }
}

extension UInt8 {
    fileprivate var isOfIconName: Bool {
        switch self {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: "."): true
        default: false
        }
    }
}
