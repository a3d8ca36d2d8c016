/// What a text from outside may ask of this program's memory.
package struct JSONLimits: Sendable, Equatable {
    /// Bytes of the text.
    package var bytes = 8 * 1024 * 1024
    /// Levels of brackets; at most `JSONCursor.maximumDepth` are possible.
    package var depth = JSONCursor.maximumDepth
    /// Values of all kinds: a tree of small values needs many times the text's memory.
    package var values = 500_000

    /// Limits for the answer of a server.
    package init() {}
}
