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
    private let store: Store
    private let commands: ProgramCommands
    /// The accounts that are watched.
    private let names: @Sendable () async -> [String]
    /// Who is signed in under a name; `nil` where nobody can say.
    private let person: @Sendable (String) async -> String?

    init(
        _ store: Store, commands: ProgramCommands, names: @escaping @Sendable () async -> [String],
        person: @escaping @Sendable (String) async -> String?
    ) {
        self.store = store
        self.commands = commands
        self.names = names
        self.person = person
    }

    /// While no program runs.
    package init(_ store: Store, of configuration: Configuration, in folder: StateFolder, commands: ProgramCommands) {
        self.init(store, commands: commands) {
            ((try? WatchedAccount.all(of: configuration, in: folder)) ?? []).map(\.name)
        } person: { name in
            (try? AccountFile(name, in: folder).contents())?.signedIn?.user?.rawValue
        }
    }

    /// What the control socket is served with.
    package var entries: EntryTaker {
        EntryTaker(add: { try await add($0, $1) }, edit: { try await edit($0, $1) })
    }

    private func add(_ draft: EntryDraft, _ child: ChildRow) async throws -> IntentRow {
        guard 8...64 ~= draft.id.utf8.count, draft.id.utf8.allSatisfy(Self.isHexadecimal) else {
            throw refusal("an entry's id is 8 to 64 hexadecimal digits")
        }
        let account = try await account(draft, child)
        let content = try EntryRules.content(draft, former: nil)
        let new = NewIntent(id: IntentRow.ID(rawValue: draft.id), account: account, child: child.id, content: content)
        switch try await StoredIntents(store).accept(new, now: WallClock.system.now) {
        case .accepted(let row): return row
        case .tooMany:
            throw ControlAnswer.Refusal(
                .conflict, "\(NewIntent.limit) entries wait already, and no more are taken",
                hint: "see what keeps them: \(commands.line("pending"))")
        case .changed: throw changed(account.name)
        }
    }

    private func edit(_ draft: EntryDraft, _ row: IntentRow) async throws -> IntentRow {
        let content = try EntryRules.content(draft, former: row.content)
        let (now, isDone) = try await StoredIntents(store).edit(
            row.id, to: content, of: row.child, now: WallClock.system.now)
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

    /// The account that sends it: a parent's that sees the child.
    private func account(_ draft: EntryDraft, _ child: ChildRow) async throws -> AccountRow {
        let known = await names()
        if let name = draft.account, !known.contains(name) {
            let near = nearest(to: name, in: known).map { "did you mean '\($0)'?" }
            throw ControlAnswer.Refusal(
                .unknown, "there is no account '\(name.harmless)'",
                hint: near ?? "known: \(known.joined(separator: ", "))")
        }
        let seeing = try await store.read("intent.accounts") { snapshot in
            try snapshot.accounts().filter { try snapshot.children(of: $0.id).contains { $0.isSame(as: child) } }
        }
        let candidates = seeing.filter { known.contains($0.name) && (draft.account == nil || draft.account == $0.name) }
        let parents = candidates.filter { $0.role.map { Role($0) } != .child && $0.userID != nil }
        guard let account = parents.first else {
            guard let login = candidates.first?.name else {
                throw refusal(
                    "no account that is watched sees \(child.firstName.harmless)"
                        + (draft.account.map { " as \($0)" } ?? ""),
                    "see who is watched: \(commands.line("account list"))")
            }
            throw ControlAnswer.Refusal(
                .notPermitted, "only a parent may enter money, and \(login) is a child's login",
                hint: "sign a parent in: \(commands.firstLogin)")
        }
        guard parents.count == 1 else {
            throw refusal(
                "more than one parent is signed in who sees \(child.firstName.harmless)",
                "say who enters it: --account \(parents.map(\.name).joined(separator: " or --account "))")
        }
        // Who signed in since the last scan may be somebody else.
        if let person = await person(account.name), person != account.userID { throw changed(account.name) }
        return account
    }

    private func changed(_ account: String) -> ControlAnswer.Refusal {
        ControlAnswer.Refusal(
            .unavailable,
            "somebody else has signed in as \(account), and nothing is known of that person's children yet",
            hint: "try again after the next scan; it needs a running program: \(commands.start)")
    }

    private func refusal(_ message: String, _ hint: String? = nil) -> ControlAnswer.Refusal {
        ControlAnswer.Refusal(.malformed, message, hint: hint)
    }

    private static func isHexadecimal(_ byte: UInt8) -> Bool { 0x30...0x39 ~= byte || 0x61...0x66 ~= byte }
}

extension ChildRow {
    fileprivate func isSame(as other: ChildRow) -> Bool { id == other.id && server == other.server }
}
