import AllowanceAPI
package import Configuration
package import Control
import Runtime
package import Store
import SyncEngine
import TextFormats
import Values

/// Takes money that a person enters: refuses what the server would misunderstand or refuse, and keeps the rest. In the running
/// program, or in a command's place when none runs.
package struct EntryDesk: Sendable {
    let store: Store
    let commands: ProgramCommands
    /// The accounts that are watched.
    private let names: @Sendable () async throws -> [String]
    /// Who is signed in under a name; `nil` where nobody can say.
    let person: @Sendable (String) async -> OrderLogin.Person?

    init(
        _ store: Store, commands: ProgramCommands, names: @escaping @Sendable () async throws -> [String],
        person: @escaping @Sendable (String) async -> OrderLogin.Person?
    ) {
        self.store = store
        self.commands = commands
        self.names = names
        self.person = person
    }

    /// While no program runs.
    package init(_ store: Store, of configuration: Configuration, in folder: StateFolder, commands: ProgramCommands) {
        self.init(store, commands: commands) {
            // What the login of a file orders that cannot be read is kept like anybody's.
            try WatchedAccount.all(of: configuration, in: folder).map(\.name)
                + UnreadableSession.all(of: configuration, in: folder).map(\.name)
        } person: { name in
            (try? AccountFile(name, in: folder).contents())?.session.map { OrderLogin.Person($0) }
        }
    }

    /// What the control socket is served with.
    package var entries: EntryTaker {
        EntryTaker(
            add: { try await add($0, $1) }, edit: { try await edit($0, $1) }, order: { try await order($0, $1) },
            resolve: { try await resolve($0) }, ownChild: { try await ownChild($0) }, take: { try await take($0) })
    }

    private func add(_ draft: EntryDraft, _ child: ChildRow) async throws -> IntentRow {
        let account = try await account(draft.account, child, by: .parent, to: "enter money")
        let content = try EntryRules.content(draft, former: nil, await CategoryChoice(on: account.server, in: store))
        return try await accept(draft.id, account, child, .transaction(content))
    }

    /// Keeps it, unless as many wait as may.
    func accept(
        _ id: String, _ account: AccountRow, _ child: ChildRow?, _ order: IntentRow.Order, photo: [UInt8]? = nil
    ) async throws -> IntentRow {
        guard let id = IntentRow.ID(new: id) else {
            throw refusal("an entry's id is 8 to 64 hexadecimal digits")
        }
        var new = NewIntent(id: id, account: account, child: child?.id, order: order)
        new.photo = photo
        switch try await accepted(new) {
        case .accepted(let row): return row
        case .contested(let open): return try OrderRules.decided(open, before: order, commands)
        case .tooMany:
            throw ControlAnswer.Refusal(
                .conflict, "\(NewIntent.limit) entries wait already, for the server or for you, and no more are taken",
                hint: "see what keeps them: \(commands.line("pending"))")
        case .changed: throw changed(account.name)
        }
    }

    private func accepted(_ new: NewIntent) async throws -> NewIntent.Acceptance {
        do throws(StoreError) {
            return try await StoredIntents(store).accept(new, now: WallClock.system.now)
        } catch {
            let row = try await Self.kept(despite: error, commands) { () throws(StoreError) in
                try await store.read("intent.kept") { try $0.intent(new.id) }
            }
            return .accepted(row)
        }
    }

    /// What a store that has failed has kept all the same.
    ///
    /// - Parameter look: reads the entry; `nil` where it is not there.
    /// - Throws: the error, where nothing was kept; else a refusal that says so, since a disk that fails while it writes may have
    ///   written, and nobody should enter money twice for that.
    static func kept(
        despite error: StoreError, _ commands: ProgramCommands, look: () async throws(StoreError) -> IntentRow?
    ) async throws -> IntentRow {
        let found: Result<IntentRow?, StoreError>
        do throws(StoreError) { found = .success(try await look()) } catch { found = .failure(error) }
        switch found {
        case .success(let row?): return row
        // What was written before it failed can be found after a restart.
        case .success(nil) where error.kind != .inputOutput && error.kind != .unexpected: throw error
        case .success(nil), .failure: break
        }
        throw ControlAnswer.Refusal(
            .unavailable, "whether it was kept is not certain: \(error.sentence)",
            hint: "look before you enter it again: \(commands.line("pending list"))")
    }

    private func edit(_ draft: EntryDraft, _ row: IntentRow) async throws -> IntentRow {
        let row = try await StoredIntents(store).whole(row)
        try OrderRules.requireWhole(row, commands)
        let order: IntentRow.Order =
            switch row.order {
            case .transaction(let former):
                .transaction(
                    try EntryRules.content(draft, former: former, await CategoryChoice(on: row.server, in: store)))
            case .record(let former): .record(try OrderRules.edited(former, of: row.child, draft))
            }
        let (now, isDone) = try await StoredIntents(store).edit(row.id, to: order, now: WallClock.system.now)
        guard let now, isDone else {
            let api = "\(row.id.rawValue.prefix(8)) cannot be changed"
            let why =
                now?.state == .accepted || now?.state.isWaiting == true ? "it was sent already" : "it is at its end"
            throw ControlAnswer.Refusal(
                .conflict, "\(api): \(why)",
                hint: "see it: \(commands.line("pending show \(row.id.rawValue.prefix(8))"))")
        }
        return now
    }

    // MARK: By whose login

    /// The account that sends it: one that sees the child, of somebody who may give the order.
    ///
    /// - Parameters:
    ///   - name: which a person has named; `nil` where there should be no doubt.
    ///   - what: that is done, such as `enter money`: for sentences.
    func account(
        _ name: String?, _ child: ChildRow, by giver: OrderForm.Giver, to what: String
    ) async throws -> AccountRow {
        let seeing = try await store.read("intent.accounts") { snapshot in
            try snapshot.accounts().map { ($0, try snapshot.children(of: $0.id)) }
                .filter { $0.1.contains { $0.isSame(as: child) } }
        }
        let watched = try await watched(named: name, among: seeing.map(\.0))
        func logins(_ accounts: [AccountRow]) async -> [OrderLogin] {
            var logins: [OrderLogin] = []
            for account in accounts where account.userID != nil {
                let seen = seeing.first { $0.0.id == account.id }?.1 ?? []
                logins.append(OrderLogin(account, seeing: seen, person: await person(account.name)))
            }
            return logins
        }
        switch OrderLogin.choice(giver, about: child.id, among: await logins(watched)) {
        case .sends(let account): return try await unchanged(account)
        case let other:
            if watched.isEmpty, let unread = try await unread(named: name) { throw unread }
            let all = await logins(try await self.watched(named: nil, among: seeing.map(\.0)))
            throw other.refusal(
                child.firstName.harmless, giver, to: what, named: name ?? watched.first?.name,
                others: OrderLogin.choice(giver, about: child.id, among: all).names, commands)
        }
    }

    /// Which child a login is; `nil` of a parent's, and where nobody can say.
    private func ownChild(_ name: String?) async throws -> ChildRow.ID? {
        guard let name, let account = try await store.accounts().first(where: { $0.name == name }) else { return nil }
        let seen = try await store.read("intent.children") { try $0.children(of: account.id) }
        return OrderLogin(account, seeing: seen, person: await person(name)).child
    }

    /// Who was not read to the end since the store was made, as after it was lost, may see the child.
    private func unread(named name: String?) async throws -> ControlAnswer.Refusal? {
        let known = try await store.read("intent.unread") { try $0.accounts() }
        guard let account = try await watched(named: name, among: known).first(where: { $0.lastScanFinishedAt == nil })
        else { return nil }
        return ControlAnswer.Refusal(
            .unavailable, "which children \(account.name) sees has not been read from the server yet",
            hint: "try again after the next scan; it needs a running program: \(commands.start)")
    }

    /// Those accounts that are watched, or the one that a person has named.
    func watched(named name: String?, among accounts: [AccountRow]) async throws -> [AccountRow] {
        let known = try await names()
        if let name, !known.contains(name) {
            let near = nearest(to: name, in: known).map { "did you mean '\($0)'?" }
            throw ControlAnswer.Refusal(
                .unknown, "there is no account '\(name.harmless)'",
                hint: near ?? "known: \(known.joined(separator: ", "))")
        }
        return accounts.filter { known.contains($0.name) && (name == nil || name == $0.name) }
    }

    /// Who signed in since the last scan may be somebody else.
    func unchanged(_ account: AccountRow) async throws -> AccountRow {
        if let user = await person(account.name)?.user, user != account.userID { throw changed(account.name) }
        return account
    }

    private func changed(_ account: String) -> ControlAnswer.Refusal {
        ControlAnswer.Refusal(
            .unavailable,
            "somebody else has signed in as \(account), and nothing is known of that person's children yet",
            hint: "try again after the next scan; it needs a running program: \(commands.start)")
    }

    func refusal(_ message: String, _ hint: String? = nil) -> ControlAnswer.Refusal {
        ControlAnswer.Refusal(.malformed, message, hint: hint)
    }
}

extension ChildRow {
    fileprivate func isSame(as other: ChildRow) -> Bool { id == other.id && server == other.server }
}
