package import TextFormats
package import Values

/// One thing that has to be known of a new target, and how it is asked.
package struct TargetQuestion: Sendable {
    /// The configuration's key that gets the answer.
    package let key: String
    /// Ends with a colon or a question mark and a blank.
    package let text: String
    /// What is typed is not shown, and never stands on a command line.
    package let isSecret: Bool
    /// What Enter alone means, in words.
    package let standard: String?
    /// Whether it is what follows `KIND=` on a command line.
    let isPlace: Bool
    /// The key without whose answer this is not asked, since the configuration would refuse one.
    package let need: String?
    /// What somebody else needs the answer for.
    package let use: String?
    /// Makes an answer for those who have none.
    package let suggestion: (@Sendable () -> String)?
    private let read: @Sendable (String) throws(TextFormatError) -> TargetAnswer

    init(
        _ key: String, _ text: String, isSecret: Bool = false, isPlace: Bool = false, standard: String? = nil,
        need: String? = nil, use: String? = nil, suggestion: (@Sendable () -> String)? = nil,
        read: @escaping @Sendable (String) throws(TextFormatError) -> TargetAnswer
    ) {
        (self.key, self.text, self.isSecret, self.standard) = (key, text, isSecret, standard)
        (self.isPlace, self.need, self.use) = (isPlace, need, use)
        (self.suggestion, self.read) = (suggestion, read)
    }

    /// Takes what was typed, which may be empty.
    package func answer(_ text: String) throws(TextFormatError) -> TargetAnswer { try read(text) }

    /// The address of a chat's hook, which is the permission to post.
    static func hook(_ text: String) -> TargetQuestion {
        TargetQuestion("url", text, isSecret: true, isPlace: true) { text throws(TextFormatError) in
            .secret(Secret(try TextFormat.url.parse(text)))
        }
    }
}

/// What is known of one key of a new target.
package enum TargetAnswer: Sendable {
    /// Left out: the configuration's default applies.
    case nothing
    case plain(String)
    /// For a key that takes a list.
    case several([String])
    /// Gets a file of its own.
    case secret(Secret)
    /// Lies somewhere already: a reference such as `file:PATH`.
    case kept(String)
}
