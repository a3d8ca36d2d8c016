package import TextFormats

/// A value of a YAML document, with its place in the file.
///
/// A scalar stays the text that the person wrote. Nothing is guessed: `no` isn't false, `22:00` isn't 1320, `010` isn't
/// eight, `1.20` isn't 1.2 and `5.00` keeps its cents, until a reader asks for a type.
package struct YAMLNode: Sendable, Hashable {
    /// The three kinds of nodes that YAML knows (1.2, section 3.2.1); there is no alias among them.
    package enum Content: Sendable, Hashable {
        /// A single value, or an empty one.
        case scalar(YAMLScalar)
        /// A list, in the file's order.
        case sequence([YAMLNode])
        /// Keys in the file's order. A key that came twice is reported, and only its first value is here.
        case mapping([YAMLEntry])
    }

    /// Without tags or types: see ``YAMLNode``.
    package let content: Content
    /// A scalar's whole text, or its first line; the first character of a sequence or mapping.
    package let range: SourceRange

    /// "text", "list" or "section": the words that our messages use.
    package var kindName: String {
        switch content {
        case .scalar(let scalar): scalar.isNull ? "nothing" : "a single value"
        case .sequence: "a list"
        case .mapping: "a section with keys"
        }
    }
}

/// A key of a mapping and what belongs to it.
package struct YAMLEntry: Sendable, Hashable {
    /// Always text; a list or mapping as key is a mistake.
    package let key: String
    /// Where a message about the key itself points: unknown, twice, without value.
    package let keyRange: SourceRange
    /// An empty scalar when nothing stands behind the colon.
    package let value: YAMLNode
}

/// A scalar's text as YAML's quoting and folding rules give it.
package struct YAMLScalar: Sendable, Hashable {
    /// Quotes, escapes and line folding resolved; empty for an empty value.
    package let text: String
    /// Written without quotes and not as a block: only such a text may be a number, a Boolean or null.
    package let isPlain: Bool

    /// An empty value, `~` or `null`.
    package var isNull: Bool {
        isPlain && ["", "~", "null", "Null", "NULL"].contains(text)
    }
}
