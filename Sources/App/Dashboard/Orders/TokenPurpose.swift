/// What a token that is made on the page is for, as its form says it.
enum TokenPurpose: Equatable {
    /// A desktop that shows what goes to this target.
    case desktop(String)
    /// A program that follows the feed: all of it, or what the child with this id may know.
    case feed(child: String?)

    /// The value of the form's field: a word, and a name after it.
    var field: String {
        switch self {
        case .desktop(let target): "desktop \(target)"
        case .feed(let child?): "feed \(child)"
        case .feed(nil): "feed"
        }
    }

    /// `nil` for what the form has not.
    init?(field: String) {
        let parts = field.split(separator: " ", maxSplits: 1).map(String.init)
        switch (parts.first, parts.count) {
        case ("desktop", 2): self = .desktop(parts[1])
        case ("feed", 2): self = .feed(child: parts[1])
        case ("feed", 1): self = .feed(child: nil)
        default: return nil
        }
    }
}
