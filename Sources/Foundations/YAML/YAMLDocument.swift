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
