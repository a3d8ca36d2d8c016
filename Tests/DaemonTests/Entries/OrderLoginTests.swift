import AllowanceAPI
import Control
import Store
import SyncEngine
import TestSupport
import Testing
import Values

@testable import Daemon

@Suite("By whose login an order is sent")
struct OrderLoginTests {
    private static let (alice, bruno) = (ChildRow.ID(rawValue: "a1"), ChildRow.ID(rawValue: "b1"))

    /// Alice and her brother.
    private static func children(_ ids: [ChildRow.ID] = [alice, bruno]) -> [ChildRow] {
        ids.map { id in
            ChildRow(
                server: ServerRow.ID(rawValue: 1), id: id, firstName: id == alice ? "Alice" : "Bruno", lastName: "Reed",
                balance: .zero, seenAt: Timestamp(seconds: 0))
        }
    }

    /// Rows of a store, as nobody else makes them.
    private static func rows(_ people: [(name: String, role: String)]) async throws -> [String: AccountRow] {
        let folder = try TemporaryFolder()
        let store = try await Store.open(in: folder.path, logger: Log.quiet.logger("store"))
        let rows = try await store.write("test") { transaction in
            let server = try transaction.ensureServer(origin: "https://one.example")
            return try people.map { person in
                let row = try transaction.ensureAccount(named: person.name, on: server, at: Timestamp(seconds: 0))
                try transaction.setUser("u-\(person.name)", role: person.role, of: row.id, at: Timestamp(seconds: 0))
                return try #require(try transaction.account(named: person.name))
            }
        }
        await store.close()
        return Dictionary(uniqueKeysWithValues: rows.map { ($0.name, $0) })
    }

    private static func word(_ choice: OrderLogin.Choice) -> String {
        switch choice {
        case .sends(let account): account.name
        case .several(let accounts): "one of " + accounts.map(\.name).joined(separator: " ")
        case .needsParent: "needs a parent"
        case .needsChild: "needs the child"
        case .sibling: "a sibling's"
        case .nobody: "nobody"
        }
    }

    /// Who may give what about Alice, by who is signed in: parents, Alice, her brother, and a child of whom nobody knows which.
    private static let table: [(signedIn: String, parent: String, child: String, anybody: String)] = [
        ("", "nobody", "nobody", "nobody"),
        ("mum", "mum", "needs the child", "mum"),
        ("alice", "needs a parent", "alice", "alice"),
        ("bruno", "needs a parent", "a sibling's", "a sibling's"),
        ("kid", "needs a parent", "kid", "kid"),
        ("bruno kid", "needs a parent", "kid", "kid"),
        ("mum dad", "one of mum dad", "needs the child", "one of mum dad"),
        ("mum alice", "mum", "alice", "mum"),
        ("mum bruno", "mum", "a sibling's", "mum"),
        ("bruno alice", "needs a parent", "alice", "alice"),
        ("alice alice2", "needs a parent", "one of alice alice2", "one of alice alice2"),
        ("mum bruno alice kid", "mum", "alice", "mum"),
    ]

    @Test("every order, by every login: what a sibling could only have refused is not kept")
    func orders() async throws {
        let people = ["mum", "dad", "alice", "alice2", "bruno", "kid"]
        let accounts = try await Self.rows(people.map { ($0, ["mum", "dad"].contains($0) ? "Parent" : "Child") })
        for row in Self.table {
            let logins = row.signedIn.split(separator: " ").compactMap { name -> OrderLogin? in
                let own = name.hasPrefix("alice") ? Self.alice : name == "bruno" ? Self.bruno : nil
                let person = OrderLogin.Person(user: "u-\(name)", child: own)
                return accounts[String(name)].map { OrderLogin($0, seeing: Self.children(), person: person) }
            }
            for deed in RecordOrder.Deed.allCases where deed.subject != .login {
                let expected =
                    switch deed.form.giver {
                    case .parent: row.parent
                    case .child: row.child
                    case .anybody: row.anybody
                    }
                let found = OrderLogin.choice(deed.form.giver, about: Self.alice, among: logins)
                #expect(Self.word(found) == expected, "\(deed) by \(row.signedIn)")
            }
        }
    }

    @Test("who may not is told who may: a parent that is signed in, by name")
    func hints() {
        func hint(_ others: [String], _ choice: OrderLogin.Choice = .needsParent(login: "alice")) -> String? {
            choice.refusal(
                "Alice", .parent, to: "enter money", named: "alice", others: others,
                ProgramCommands(isService: false, namedFile: nil)
            ).hint
        }
        #expect(hint(["mum", "dad"]) == "say whose order it is: --account mum or --account dad")
        #expect(hint([])?.hasPrefix("sign a parent in: ") == true)
        for choice in [OrderLogin.Choice.needsChild(login: "mum"), .sibling(login: "bruno")] {
            #expect(hint(["alice"], choice) == "say whose order it is: --account alice")
            #expect(hint([], choice)?.hasPrefix("sign Alice in: ") == true)
        }
    }

    @Test("who clicks where several parents could be meant is told the target's key, not a command's option")
    func clicked() async throws {
        let rows = try await Self.rows([("mum", "Parent"), ("dad", "Parent")])
        let several = OrderLogin.Choice.several(try ["mum", "dad"].map { try #require(rows[$0]) })
        let commands = ProgramCommands(isService: false, namedFile: nil)
        let refusal = several.refusal("Alice", .parent, to: "give this order", named: nil, commands)
        #expect(refusal.accounts == ["mum", "dad"])
        #expect(
            refusal.sentence(at: "desk")
                == "more than one parent's login sees Alice; add approve-as: mum or approve-as: dad to the target desk")
        let child = OrderLogin.Choice.needsParent(login: "alice")
            .refusal("Alice", .parent, to: "give this order", named: "alice", others: ["mum"], commands)
        #expect(child.sentence(at: "desk").hasSuffix("a child's login; add approve-as: mum to the target desk"))
        let other = ControlAnswer.Refusal(.unavailable, "it is late", hint: "try again")
        #expect(other.sentence(at: "desk") == "it is late; try again")
    }

    @Test("of two parents the one who is signed in enters it; where neither is, or both, one has to be named")
    func signedIn() async throws {
        let rows = try await Self.rows([("mum", "Parent"), ("dad", "Parent")])
        func choice(_ signedIn: String...) throws -> OrderLogin.Choice {
            let logins = try ["mum", "dad"].map { name in
                OrderLogin(
                    try #require(rows[name]), seeing: Self.children(),
                    person: signedIn.contains(name) ? .init(user: "u-\(name)", child: nil) : nil)
            }
            return OrderLogin.choice(.parent, about: Self.alice, among: logins)
        }
        #expect(try Self.word(choice("dad")) == "dad" && choice("dad").names == ["dad"])
        #expect(try Self.word(choice()) == "one of mum dad")
        #expect(try Self.word(choice("mum", "dad")) == "one of mum dad" && choice("mum", "dad").names.count == 2)
    }

    @Test("which orders a child may give at all, as the server has it")
    func givers() {
        func deeds(_ giver: OrderForm.Giver) -> Set<RecordOrder.Deed> {
            Set(RecordOrder.Deed.allCases.filter { $0.form.giver == giver })
        }
        #expect(deeds(.child) == [.doneChore])
        #expect(
            deeds(.anybody) == [
                .addWish, .editWish, .buyWish, .removeWish, .addGoal, .editGoal, .depositGoal, .readNotifications,
            ])
        #expect(deeds(.parent).count == RecordOrder.Deed.allCases.count - 9)
    }

    @Test(
        "whose login a child's is: what the sign-in said of this person, else the child of that name, or the only one")
    func own() async throws {
        let accounts = try await Self.rows([("mum", "Parent"), ("kid", "Child")])
        let (mum, kid) = (try #require(accounts["mum"]), try #require(accounts["kid"]))
        func child(_ row: AccountRow, _ seen: [ChildRow.ID], _ person: OrderLogin.Person?) -> ChildRow.ID? {
            OrderLogin(row, seeing: Self.children(seen), person: person).child
        }
        let both = [Self.alice, Self.bruno]
        #expect(child(kid, both, .init(user: "u-kid", child: Self.bruno)) == Self.bruno)
        #expect(child(kid, [Self.alice], .init(user: "u-kid", child: Self.bruno)) == Self.bruno)
        #expect(child(kid, [Self.alice], nil) == Self.alice && child(kid, both, nil) == nil)
        #expect(child(kid, both, .init(user: "u-kid", child: nil)) == nil)
        #expect(child(kid, both, .init(user: "u-kid", child: nil, name: ["Bruno", "Reed"])) == Self.bruno)
        #expect(child(kid, both, .init(user: "u-kid", child: nil, name: ["Bruno", ""])) == nil)
        #expect(child(kid, both, .init(user: "u-other", child: nil, name: ["Bruno", "Reed"])) == nil)
        // Somebody else has signed in since the last scan.
        #expect(child(kid, both, .init(user: "u-other", child: Self.bruno)) == nil)
        #expect(child(mum, [Self.alice], .init(user: "u-mum", child: nil)) == nil)
    }

    @Test("a session in the desktop's keeping says in its file which child it is, as older ones did not")
    func desktop() throws {
        let session = DesktopSession(email: "kid@x", user: "u1", child: "B1")
        #expect(OrderLogin.Person(AccountFile.Session.desktop(session)) == .init(user: "u1", child: Self.bruno))
        let older = DesktopSession(email: "kid@x", user: "u1")
        #expect(OrderLogin.Person(AccountFile.Session.desktop(older)).child == nil)
    }
}
