/// Whom a message is for. Nobody gets it twice: who is in two of the groups that are named, or is two of the users, gets it once.
/// (ASP.NET Core sends it to such a member once for each group.)
///
/// Ids, users and groups that don't exist are nobody; that is no error.
public struct HubRecipients: Hashable, Sendable {
    enum Choice: Hashable, Sendable {
        case allExcept(Set<String>)
        case connections(Set<String>)
        case users(Set<String>)
        case groups(Set<String>, except: Set<String>)
    }

    let choice: Choice

    private init(_ choice: Choice) { self.choice = choice }

    /// Everybody who is connected.
    public static let all = HubRecipients(.allExcept([]))

    /// Everybody but these connections.
    public static func allExcept(_ connections: some Sequence<String>) -> HubRecipients {
        HubRecipients(.allExcept(Set(connections)))
    }

    /// One connection, by its id.
    public static func connection(_ id: String) -> HubRecipients { connections([id]) }

    /// Several connections, by their ids.
    public static func connections(_ ids: some Sequence<String>) -> HubRecipients {
        HubRecipients(.connections(Set(ids)))
    }

    /// Every connection of a user.
    public static func user(_ user: String) -> HubRecipients { users([user]) }

    /// Every connection of several users.
    public static func users(_ users: some Sequence<String>) -> HubRecipients { HubRecipients(.users(Set(users))) }

    /// Every member of a group.
    public static func group(_ group: String) -> HubRecipients { groups([group]) }

    /// Every member of a group but these connections.
    public static func group(_ group: String, except connections: some Sequence<String>) -> HubRecipients {
        HubRecipients(.groups([group], except: Set(connections)))
    }

    /// Every member of at least one of several groups.
    public static func groups(_ groups: some Sequence<String>) -> HubRecipients {
        HubRecipients(.groups(Set(groups), except: []))
    }
}
