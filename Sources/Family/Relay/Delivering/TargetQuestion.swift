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
    /// The key with whose answer this is not asked, since the configuration would refuse one.
    let bar: String?
    /// Whether an answer says that the target is in the own house.
    package let isOfHouse: Bool
    /// What somebody else needs the answer for.
    package let use: String?
    /// Makes an answer for those who have none.
    package let suggestion: (@Sendable () -> String)?
    private let read: @Sendable (String) throws(TextFormatError) -> TargetAnswer

    init(
        _ key: String, _ text: String, isSecret: Bool = false, isPlace: Bool = false, standard: String? = nil,
        need: String? = nil, bar: String? = nil, isOfHouse: Bool = false, use: String? = nil,
        suggestion: (@Sendable () -> String)? = nil,
        read: @escaping @Sendable (String) throws(TextFormatError) -> TargetAnswer
    ) {
        (self.key, self.text, self.isSecret, self.standard) = (key, text, isSecret, standard)
        (self.isPlace, self.need, self.bar, self.isOfHouse, self.use) = (isPlace, need, bar, isOfHouse, use)
        (self.suggestion, self.read) = (suggestion, read)
    }

    /// Whether Enter alone answers it.
    var isOptional: Bool { standard != nil }

    /// Whether Enter alone asks again for what it belongs to, since there may be no answer to this.
    package var leadsBack: Bool { need != nil && !isOptional }

    /// Whether it goes with what was answered so far.
    ///
    /// - Parameter isAnswered: of a key.
    package func isAsked(_ isAnswered: (_ key: String) -> Bool) -> Bool {
        (need.map(isAnswered) ?? true) && !(bar.map(isAnswered) ?? false)
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
