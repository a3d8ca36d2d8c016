import CommandLineTool
import Commands

extension NamedThing {
    static let account = NamedThing(KnownNames.Kind.account.rawValue)
    static let target = NamedThing(KnownNames.Kind.target.rawValue)
    static let rule = NamedThing(KnownNames.Kind.rule.rawValue)
    static let child = NamedThing(KnownNames.Kind.child.rawValue)
    static let delivery = NamedThing(KnownNames.Kind.delivery.rawValue)
    static let intent = NamedThing(KnownNames.Kind.intent.rawValue)
    static let category = NamedThing(KnownNames.Kind.category.rawValue)
    static let openDelivery = NamedThing(KnownNames.Kind.openDelivery.rawValue)
}

extension PocketBell {
    /// What a Tab offers: the names of the program that the command line is for.
    @Sendable
    static func names(_ question: CompletionQuestion) async -> [CompletionCandidate] {
        guard let kind = KnownNames.Kind(rawValue: question.thing.word) else { return [] }
        let words = question.words
        let context = CommandContext(
            configurationFile: words[option: "config"] ?? CommandContext.environmentFile, isJSON: false,
            user: words.has(flag: "user"), system: words.has(flag: "system"))
        return await KnownNames.all(kind, context).map { CompletionCandidate($0.text, $0.help) }
    }
}
