import AllowanceAPI
import Control
import Store
import SyncEngine

/// Whether who has entered what comes from a file is somebody from whom the server takes it: else it would be kept, refused, and hold up
/// what comes after it.
struct ImportLogin: Sendable {
    let store: Store
    /// Who is signed in under a name; `nil` where nobody can say.
    let person: @Sendable (String) async -> OrderLogin.Person?
    let commands: ProgramCommands

    /// - Throws: `ControlAnswer.Refusal` where it is not; whether anybody here is that person, and sees the child, the store says.
    func require(_ order: ImportedOrder) async throws {
        guard let child = order.child else { return }
        let server = try await store.servers().first { $0.origin == order.origin }?.id
        let seeing = try await store.read("import.logins") { snapshot in
            try snapshot.accounts().filter { $0.server == server && $0.userID == order.acceptedBy }
                .map { ($0, try snapshot.children(of: $0.id)) }
        }
        var logins: [OrderLogin] = []
        for (account, seen) in seeing where seen.contains(where: { $0.id == child }) {
            logins.append(OrderLogin(account, seeing: seen, person: await person(account.name)))
        }
        let form = order.order.record?.deed.form
        let choice = OrderLogin.choice(form?.giver ?? .parent, about: child, among: logins)
        switch choice {
        case .sends, .several, .nobody: return
        case .needsParent, .needsChild, .sibling:
            let name = seeing.flatMap(\.1).first { $0.id == child }?.firstName.harmless ?? child.rawValue.harmless
            let what = form.map { "give this order (\($0.name))" } ?? "enter money"
            let refusal = choice.refusal(name, form?.giver ?? .parent, to: what, named: nil, commands)
            throw ControlAnswer.Refusal(
                .conflict, refusal.message, hint: "it is sent by who entered it alone: whoever may has to enter it anew"
            )
        }
    }
}
