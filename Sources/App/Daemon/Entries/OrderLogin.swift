import AllowanceAPI
import Control
import Store
import Values

/// A login that could send an order, as far as its rights are known.
struct OrderLogin: Sendable, Equatable {
    /// Who is signed in under an account's name.
    struct Person: Sendable, Equatable {
        /// The server's id of the login; `nil` where nobody can say.
        let user: String?
        /// The own child of a child's login; `nil` of a parent's, and where the server has not told.
        let child: ChildRow.ID?
        /// First and last name; empty where nobody can say.
        let name: [String]

        init(user: String?, child: ChildRow.ID?, name: [String] = []) {
            (self.user, self.child, self.name) = (user, child, name)
        }

        init(_ signedIn: SignedIn) {
            self.init(
                user: signedIn.user?.rawValue, child: signedIn.child.map { ChildRow.ID(rawValue: $0.rawValue) },
                name: [signedIn.firstName, signedIn.lastName])
        }
    }

    let account: AccountRow
    let isChild: Bool
    /// The own child of a child's login; `nil` of a parent's, and where nobody knows which one it is.
    let child: ChildRow.ID?
    /// Whether somebody is signed in; what is ordered by another login waits until somebody is.
    let isSignedIn: Bool

    /// - Parameter seen: the children that the login sees. A child sees its brothers and sisters too.
    init(_ account: AccountRow, seeing seen: [ChildRow], person: Person?) {
        self.account = account
        isSignedIn = person != nil
        isChild = account.role.map { Role($0) } == .child
        guard isChild else {
            child = nil
            return
        }
        // What is known of another person says nothing of this one.
        let person = person?.user == account.userID ? person : nil
        // Not every server says which child a login is.
        let named = seen.filter { [$0.firstName, $0.lastName] == person?.name }
        child = person?.child ?? (named.count == 1 ? named.first?.id : seen.count == 1 ? seen.first?.id : nil)
    }

    /// Whose login sends an order that is about a child, or why nobody's does: the server's own rules, so that nothing is kept that
    /// could only be refused and would hold up what comes after it.
    enum Choice: Equatable {
        case sends(AccountRow)
        /// One of these has to be named.
        case several([AccountRow])
        /// None of them is a parent, which it takes.
        case needsParent(login: String)
        /// It takes the child itself, and this is a parent.
        case needsChild(login: String)
        /// It takes the child itself or a parent, and this is another child.
        case sibling(login: String)
        /// No login is known to see the child.
        case nobody
    }

    /// - Parameters:
    ///   - giver: who may give it.
    ///   - child: whom it is about.
    ///   - logins: those that see the child, and the only one if a person has named it.
    static func choice(
        _ giver: OrderForm.Giver, about child: ChildRow.ID, among logins: [OrderLogin]
    ) -> Choice {
        let (parents, children) = (logins.filter { !$0.isChild }, logins.filter(\.isChild))
        let known = children.filter { $0.child == child }
        // Of whom nobody can say it, the server decides.
        let own = known.isEmpty ? children.filter { $0.child == nil } : known
        // Where a parent and the child itself are signed in, it is the parent who types.
        let givers =
            switch giver {
            case .parent: parents
            case .child: own
            case .anybody: parents.isEmpty ? own : parents
            }
        let signedIn = givers.filter(\.isSignedIn)
        let able = signedIn.isEmpty ? givers : signedIn
        if able.count > 1 { return .several(able.map(\.account)) }
        if let one = able.first { return .sends(one.account) }
        guard let login = (children.first ?? parents.first)?.account.name else { return .nobody }
        if giver == .parent { return .needsParent(login: login) }
        if children.isEmpty { return .needsChild(login: login) }
        return .sibling(login: login)
    }
}

extension OrderLogin.Person {
    /// As the account's file has it.
    init(_ session: AccountFile.Session) {
        switch session {
        case .file(let signedIn): self.init(signedIn)
        case .desktop(let session):
            self.init(user: session.user, child: session.child.map { ChildRow.ID(rawValue: $0) })
        }
    }
}

extension OrderLogin.Choice {
    /// Who would do, by name.
    var names: [String] {
        switch self {
        case .sends(let account): [account.name]
        case .several(let accounts): accounts.map(\.name)
        case .needsParent, .needsChild, .sibling, .nobody: []
        }
    }

    /// - Parameters:
    ///   - child: the first name, harmless.
    ///   - what: that is done, such as `enter money`.
    ///   - name: of the login that was meant, as far as there is one.
    ///   - others: logins of those who may.
    func refusal(
        _ child: String, _ giver: OrderForm.Giver, to what: String, named name: String?, others: [String] = [],
        _ commands: ProgramCommands
    ) -> ControlAnswer.Refusal {
        typealias Refusal = ControlAnswer.Refusal
        func notPermitted(_ message: String, signIn who: String) -> Refusal {
            Refusal(
                .notPermitted, message,
                hint: others.isEmpty
                    ? "sign \(who) in: \(commands.firstLogin)" : "say whose order it is: \(Self.option(others))",
                accounts: others)
        }
        switch self {
        case .needsParent(let login):
            return notPermitted("only a parent may \(what), and \(login) is a child's login", signIn: "a parent")
        case .needsChild(let login):
            return notPermitted("only \(child) may \(what), and \(login) is a parent's login", signIn: child)
        case .sibling(let login):
            let who = giver == .child ? child : "\(child) or a parent"
            return notPermitted("only \(who) may \(what), and \(login) is another child's login", signIn: child)
        case .several(let accounts):
            return Refusal(
                .malformed, "more than one \(giver == .child ? "child" : "parent")'s login sees \(child)",
                hint: "say who enters it: \(Self.option(accounts.map(\.name)))", accounts: accounts.map(\.name))
        case .nobody, .sends:
            let who = name.map { "\($0) is not known to see" } ?? "no account that is watched sees"
            return Refusal(
                .malformed, "\(who) \(child)", hint: "see who is watched: \(commands.line("account list"))")
        }
    }

    private static func option(_ names: [String]) -> String {
        "--account \(names.joined(separator: " or --account "))"
    }
}
