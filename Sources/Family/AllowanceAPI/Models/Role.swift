/// What somebody may do in the family.
package enum Role: Sendable, Hashable {
    case parent
    case child
    case other(String)

    /// A name in any letter case, or the number that function hosts send.
    package init(_ word: String) {
        switch word.lowercased() {
        case "parent", "0": self = .parent
        case "child", "1": self = .child
        default: self = .other(word)
        }
    }

    package var word: String {
        switch self {
        case .parent: "Parent"
        case .child: "Child"
        case .other(let word): word
        }
    }
}
