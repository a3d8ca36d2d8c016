/// Who is connected, as whom and in which groups. A value; what it holds of a connection is up to the caller.
struct HubDirectory<Peer> {
    private var peers: [String: Peer] = [:]
    private var users: [String: Set<String>] = [:]
    private var groups: [String: Set<String>] = [:]
    private var userOf: [String: String] = [:]
    private var groupsOf: [String: Set<String>] = [:]

    var count: Int { peers.count }
    var all: [Peer] { Array(peers.values) }
    /// Groups with members; one without is forgotten.
    var groupCount: Int { groups.count }

    subscript(id: String) -> Peer? { peers[id] }

    mutating func add(_ peer: Peer, id: String, user: String?) {
        peers[id] = peer
        guard let user else { return }
        userOf[id] = user
        users[user, default: []].insert(id)
    }

    mutating func remove(_ id: String) {
        peers[id] = nil
        if let user = userOf.removeValue(forKey: id) { Self.remove(id, from: user, in: &users) }
        for group in groupsOf.removeValue(forKey: id) ?? [] { Self.remove(id, from: group, in: &groups) }
    }

    /// - Returns: `false` if there is no such connection.
    @discardableResult
    mutating func join(_ id: String, _ group: String) -> Bool {
        guard peers[id] != nil else { return false }
        groups[group, default: []].insert(id)
        groupsOf[id, default: []].insert(group)
        return true
    }

    mutating func leave(_ id: String, _ group: String) {
        Self.remove(id, from: group, in: &groups)
        Self.remove(group, from: id, in: &groupsOf)
    }

    /// The members of a group.
    func members(of group: String) -> [Peer] { peers(groups[group] ?? []) }

    /// The groups that a connection is in.
    func groups(of id: String) -> Set<String> { groupsOf[id] ?? [] }

    /// Each of them once.
    func find(_ recipients: HubRecipients) -> [Peer] {
        switch recipients.choice {
        case .allExcept(let ids): ids.isEmpty ? all : peers.filter { !ids.contains($0.key) }.map(\.value)
        case .connections(let ids): peers(ids)
        // A connection has one user.
        case .users(let names): names.flatMap { peers(users[$0] ?? []) }
        case .groups(let names, let ids):
            // Most name one, whose members need no new set.
            if names.count == 1, ids.isEmpty, let name = names.first {
                members(of: name)
            } else {
                peers(names.reduce(into: Set()) { $0.formUnion(groups[$1] ?? []) }.subtracting(ids))
            }
        }
    }

    private func peers(_ ids: Set<String>) -> [Peer] { ids.compactMap { peers[$0] } }

    private static func remove(_ member: String, from key: String, in sets: inout [String: Set<String>]) {
        sets[key]?.remove(member)
        if sets[key]?.isEmpty == true { sets[key] = nil }
    }
}
