/// What somebody may do in the family.
package enum Role: Sendable, Hashable {
    /// Sees and moves the money of all children.
    case parent
    /// Sees its own money.
    case child
    /// A word that this version doesn't know; empty where the server said nothing.
    case other(String)

    /// A name in any letter case, or the number that function hosts send.
    package init(_ word: String) {
        switch word.lowercased() {
        case "parent", "0": self = .parent
        case "child", "1": self = .child
        default: self = .other(word)
        }
    }

    /// As the server spells it, so that a stored session reads back as the same role.
    package var word: String {
        switch self {
        case .parent: "Parent"
        case .child: "Child"
        case .other(let word): word
        }
    }
}
