/// Whom a message is for.
public enum HubRecipients: Hashable, Sendable {
    /// Everybody who is connected.
    case all
    /// Everybody but these connections.
    case allExcept(Set<String>)
    /// One connection.
    case connection(String)
    /// Every connection of a user.
    case user(String)
    /// Every member of a group.
    case group(String)
}
