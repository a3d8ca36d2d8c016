import Store

/// Accounts that a person has to sign in before anything of theirs goes on.
struct AwaitedSignIns: Sendable {
    /// One of them.
    struct Account: Sendable, Equatable {
        let name: String
        /// What is typed for it.
        let step: String
    }

    /// In the configuration's order.
    let accounts: [Account]

    /// By what the running program has met; while none runs, by what lies here.
    init(_ api: ControlAPI) async {
        if let live = await api.live() {
            accounts = live.accounts.filter { $0.state == .signInNeeded }.map {
                Account(name: $0.name, step: $0.signInStep ?? api.commands.login($0.name))
            }
        } else {
            accounts = await api.installed().accounts.filter { !$0.canSignIn }.map {
                let account = HealthFacts.SignedOut(name: $0.name, fault: $0.fault)
                return Account(name: $0.name, step: account.login(api.commands))
            }
        }
    }

    /// `nil` where nobody has to sign in under the name.
    func step(for name: String?) -> String? { accounts.first { $0.name == name }?.step }
}

extension ControlAnswer.Refusal {
    /// Why nothing can be said of any child, with what makes them known.
    static func noChild(_ api: ControlAPI) async -> Self {
        let (known, awaited) = (await api.installed().accounts, await AwaitedSignIns(api).accounts)
        let (live, commands) = (await api.live(), api.commands)
        let hint: String
        // Whoever is signed in beside them is read all the same.
        if let first = awaited.first, awaited.count >= (live?.accounts.count ?? known.count) {
            hint = "\(first.name) must sign in: \(first.step)"
        } else if live?.accounts.isEmpty ?? known.isEmpty {
            hint = "sign in first: \(commands.firstLogin)"
        } else if live != nil {
            hint = "the program reads them; whether it can: \(commands.line("status"))"
        } else {
            hint = "the program learns of them: \(commands.start)"
        }
        return Self(.unavailable, "no child is known yet", hint: hint)
    }
}
