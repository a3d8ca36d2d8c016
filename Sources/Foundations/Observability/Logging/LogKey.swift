/// A field's name: dotted, lower case, such as `hub.url`. Each module declares its own in one place:
///
///     extension LogKey {
///         static let url = LogKey("hub.url")
///     }
package struct LogKey: Sendable, Hashable {
    /// As it is written in JSON and text; the journal makes `HUB_URL` of `hub.url`.
    package let name: String

    /// - Precondition: lower case letters, digits, dots and underscores, and none of the names that a record has itself.
    package init(_ name: StaticString) {
        self.name = name.description
        precondition(
            !self.name.isEmpty
                && self.name.utf8.allSatisfy {
                    (0x61...0x7A).contains($0) || (0x30...0x39).contains($0) || $0 == 0x2E || $0 == 0x5F
                },
            "a key is dotted and lower case")
        precondition(!["time", "level", "component", "message"].contains(self.name), "a record has this field itself")
    }

    /// What the `error:` of a record is written under.
    static let error = LogKey("error")
}

extension LogKey {
    /// Equal records that were not written since the last one.
    static let heldBack = LogKey("log.held_back")
    /// Records that were lost, because the place they go to was too slow.
    static let lost = LogKey("log.lost")
}
