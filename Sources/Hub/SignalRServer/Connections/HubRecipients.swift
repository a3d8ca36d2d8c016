/// Whom a message is for.
package enum HubRecipients: Hashable, Sendable {
    case all
    case allExcept(Set<String>)
    case connection(String)
    /// Every connection of a user.
    case user(String)
    case group(String)
}
