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

    func find(_ recipients: HubRecipients) -> [Peer] {
        switch recipients {
        case .all: all
        case .allExcept(let ids): peers.filter { !ids.contains($0.key) }.map(\.value)
        case .connection(let id): peers[id].map { [$0] } ?? []
        case .user(let user): (users[user] ?? []).compactMap { peers[$0] }
        case .group(let group): (groups[group] ?? []).compactMap { peers[$0] }
        }
    }

    private static func remove(_ member: String, from key: String, in sets: inout [String: Set<String>]) {
        sets[key]?.remove(member)
        if sets[key]?.isEmpty == true { sets[key] = nil }
    }
}
