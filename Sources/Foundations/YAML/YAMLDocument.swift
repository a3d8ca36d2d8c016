package import TextFormats

/// A settings file, parsed.
package struct YAMLDocument: Sendable {
    /// For those who point into the file: mistakes carry only positions.
    package let source: SourceText
    /// `nil` when the file has only comments or nothing at all.
    package let root: YAMLNode?

    /// Mistakes that leave the rest of the file readable: duplicate keys, tags, anchors, aliases.
    package let mistakes: [Diagnostic]

    /// Parses UTF-8 bytes: one document without aliases, anchors and tags, with text keys that are unique in their mapping.
    ///
    /// - Parameter name: how messages call the file.
    /// - Throws: when nothing sensible can be read, since libyaml stops at its first error; includes ``mistakes`` so far.
    package init(bytes: [UInt8], name: String, limits: YAMLLimits = YAMLLimits()) throws(Diagnostics) {
        let text = try YAMLEncoding.text(of: bytes, name: name, limits: limits)
        source = SourceText(name: name, text: text)
        var composer = YAMLComposer(source: source, limits: limits)
        do throws(YAMLComposer.Abort) {
            root = try composer.compose()
        } catch {
            throw Diagnostics(source: source, composer.diagnostics)
        }
        mistakes = composer.diagnostics
    }

    /// As ``init(bytes:name:limits:)``, for a text that is in memory already.
    package init(_ text: String, name: String, limits: YAMLLimits = YAMLLimits()) throws(Diagnostics) {
        try self.init(bytes: Array(text.utf8), name: name, limits: limits)
    }
}

/// Bounds for a settings file. They stop hostile files and honest accidents (a log file given as `--config`).
package struct YAMLLimits: Sendable {
    /// Bytes of the file.
    package var bytes = 1 << 20
    /// Bytes of a line. Each message quotes its line, so a long one makes many messages slow: 50 on a line of 1 MiB took 2 s.
    package var lineBytes = 16 << 10
    /// Nested lists and sections.
    package var depth = 32
    /// Values and keys together.
    package var nodes = 20_000
    /// Mistakes told before the reader gives up.
    package var diagnostics = 50

    /// 1 MiB in lines of 16 KiB, 32 levels, 20,000 nodes, 50 mistakes: far beyond what a person writes.
    package init() {}
}
