import JSON
import Store
import Values

/// What an entry's JSON says besides its row.
struct EntrySurroundings {
    private let children: [ChildRow]
    private let accounts: [AccountRow]
    private let currency: Currency
    private let uploads: [LiveStatus.Upload]
    private let signIns: AwaitedSignIns
    /// Of each entry that a person decides about, the first of its conflicts.
    private let conflicts: [IntentRow.ID: ConflictRow.Number]
    private let open: [IntentRow]
    private let commands: ProgramCommands

    init(_ api: ControlAPI) async throws {
        uploads = await api.live()?.accounts.flatMap(\.uploads) ?? []
        children = try await api.store.children()
        accounts = try await api.store.accounts()
        currency = await api.installed().currency
        signIns = await AwaitedSignIns(api)
        commands = api.commands
        let (asked, open) = try await api.store.read("intent.surroundings") { snapshot in
            (try snapshot.openConflicts(), try snapshot.openIntents())
        }
        self.open = open
        conflicts = Dictionary(asked.map { ($0.intent, $0.number) }) { first, _ in first }
    }

    func json(_ row: IntentRow) -> JSONValue {
        let account = accounts.first { $0.id == row.account }
        let outlook = outlook(of: row, account)
        return JSONValue(
            row, child: children.first { $0.id == row.child && $0.server == row.server }, account: account,
            upload: uploads.first { $0.intent == row.id }, reason: outlook.reason, nextStep: outlook.nextStep,
            in: currency)
    }

    /// Why it waits, and what a person does about it, where that is more than its row says.
    private func outlook(of row: IntentRow, _ account: AccountRow?) -> (reason: String?, nextStep: String?) {
        if let number = conflicts[row.id] {
            return (row.reason, commands.line("conflicts show \(number.rawValue)"))
        }
        if row.state == .parked, account?.userID == row.acceptedBy {
            let id = row.id.rawValue.prefix(8)
            return (row.reason, "\(commands.line("pending retry \(id)")), or edit \(id), or discard \(id)")
        }
        // Whoever signs in as somebody else sends nothing of it.
        guard row.state.isWaiting, account?.userID == row.acceptedBy else { return (row.reason, nil) }
        if let step = signIns.step(for: account?.name) { return ("\(account?.name ?? "") must sign in", step) }
        let ahead = row.reason == nil && row.state == .accepted ? first(before: row) : nil
        return (row.reason ?? ahead.map { "it waits behind the entry \($0.id.rawValue.prefix(8))" }, nil)
    }

    /// One at a time is sent for a child, of what the person who is signed in has entered.
    private func first(before row: IntentRow) -> IntentRow? {
        let first = IntentRow.next(
            of: open.filter { other in
                other.state.isWaiting && other.account == row.account && other.child == row.child
                    && other.acceptedBy == row.acceptedBy
            })
        return first?.id == row.id ? nil : first
    }
}
