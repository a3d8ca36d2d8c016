import JSON
import Runtime
import Store

/// Fetches pictures from a family's server.
package struct PhotoSource: Sendable {
    let fetch: @Sendable (_ address: String, _ account: String, _ user: String) async throws -> [UInt8]

    /// - Parameter fetch: gets where a picture lies, by which account it is fetched, and in whose name alone; throws `ControlAnswer.Refusal` for what cannot
    ///   be had or is no picture.
    package init(
        fetch: @escaping @Sendable (_ address: String, _ account: String, _ user: String) async throws -> [UInt8]
    ) {
        self.fetch = fetch
    }
}

/// Photos of chores that were done.
struct PhotoAPI: Sendable {
    let api: ControlAPI

    /// The photo of a chore that was done: from the cache, or else fetched by the login that sees the chore's list, and kept.
    ///
    /// - Parameter id: of what was done, or how only this one begins.
    func photo(of id: String) async throws -> [UInt8] {
        let record = try await completion(id)
        guard case .string(let address)? = (try? JSONValue(parsing: record.content))?["photo"] else {
            throw ControlAnswer.Refusal(
                .unknown, "there is no photo of '\(record.id.rawValue.prefix(8))'",
                hint: "see what was done: \(api.commands.line("chores history"))")
        }
        let media = MediaStore(api.store)
        if let known = try await media.bytes(from: address, of: record.server, now: WallClock.system.now) {
            return known
        }
        guard let photos = api.photos else { throw api.notRunning }
        let accounts = try await api.store.read("photo.accounts") { try $0.accounts(seeing: record) }
        guard let account = accounts.first, let user = account.userID else { throw api.notRunning }
        let bytes = try await photos.fetch(address, account.name, user)
        // It can be had again: a disk with little room keeps it not.
        guard api.store.room.level == .ok else { return bytes }
        try await media.keep(bytes, as: .photo, of: record.server, from: address, now: WallClock.system.now)
        return bytes
    }

    private func completion(_ text: String) async throws -> RecordRow {
        let prefix = text.lowercased()
        let found = try await api.store.read("photo.completion") { snapshot in
            try Set(snapshot.accounts().map(\.server)).flatMap { server in
                if let row = try snapshot.record(RecordRow.ID(rawValue: prefix), .completion, on: server) {
                    return [row]
                }
                return prefix.isEmpty ? [] : try snapshot.records(.completion, startingWith: prefix, on: server)
            }
        }
        let list = api.commands.line("chores history")
        guard let row = found.first else {
            throw ControlAnswer.Refusal(.unknown, "nothing that was done has the id '\(text)'", hint: "see it: \(list)")
        }
        guard found.count == 1 else {
            throw ControlAnswer.Refusal(
                .unknown, "the id of more than one thing that was done begins with '\(text)'",
                hint: "write more of it: \(list)")
        }
        return row
    }
}
