import JSON
import Values

/// How the simulated server writes its values, in both dialects.
struct DemoShapes: Sendable {
    let dialect: DemoDialect

    func transaction(_ row: SimulatedTransaction) -> JSONFragment {
        JSONFragment(
            checked: JSONWriter.object { object in
                object.set("id", row.id)
                object.set("childId", row.child)
                object.set("amount", row.amount)
                object.set("type", row.kind.rawValue)
                object.set("category", row.category)
                object.set("description", row.description)
                object.set("balanceAfter", row.balanceAfter)
                object.set("createdAt", Self.second(row.createdAt))
                if dialect == .spec { object.set("createdBy", row.createdBy) }
                object.set("createdByName", row.createdByName)
                object.set("notes", row.notes)
            })
    }

    /// A child as `/families/current/children` shows it.
    func familyChild(_ child: SimulatedChild) -> JSONFragment {
        JSONFragment(
            checked: JSONWriter.object { object in
                object.set("childId", child.id)
                object.set("userId", child.person)
                object.set("firstName", child.firstName)
                object.set("lastName", child.lastName)
                object.set("email", child.email)
                object.set("currentBalance", child.balance)
                object.set("weeklyAllowance", child.settings.weeklyAllowance)
                object.set("lastAllowanceDate", child.lastAllowanceAt.map(Self.second))
            })
    }

    func signIn(_ person: SimulatedPerson, token: Secret, expiresAt: Timestamp) -> JSONFragment {
        JSONFragment(
            checked: JSONWriter.object { object in
                switch dialect {
                case .real: write(person, idName: "userId", to: &object)
                case .spec: object.object("user") { write(person, idName: "id", to: &$0) }
                }
                token.withText { object.set("token", $0) }
                object.set("expiresAt", Self.second(expiresAt))
            })
    }

    private func write(_ person: SimulatedPerson, idName: String, to object: inout JSONObjectWriter) {
        object.set(idName, person.id)
        object.set("email", person.email)
        object.set("firstName", person.firstName)
        object.set("lastName", person.lastName)
        object.set("role", person.role.rawValue)
        object.set("familyId", SimulatedFamily.id)
        object.set("familyName", SimulatedFamily.name)
    }

    /// REST shows whole seconds.
    static func second(_ moment: Timestamp) -> Timestamp { Timestamp(seconds: moment.seconds) }
}
