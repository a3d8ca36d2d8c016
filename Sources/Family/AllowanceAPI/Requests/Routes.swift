import JSON
import Values

/// Where the API keeps what we ask for, today and before December 2025.
struct Routes: Sendable, Equatable {
    /// A question with two routes; which one a server knows is found out once.
    enum Question: Hashable, Sendable, CaseIterable {
        case children
        case transactions
    }

    private(set) var older: Set<Question> = []
    /// Which route of each list of records the server knew last, by the list's name.
    var ofLists: [String: Int] = [:]

    /// Changes to the question's other route: from the newer to the older one, or back after an upgrade of the server.
    mutating func change(_ question: Question) { older.formSymmetricDifference([question]) }

    func children() -> Call {
        .get(older.contains(.children) ? "/families/current/children" : "/children")
    }

    func transactions(of child: Child.ID, limit: Int) -> Call {
        // A row has about 400 bytes; the room is for long descriptions.
        let bound = max(1 << 20, min(limit, 16_384) * 4_096)
        return older.contains(.transactions)
            ? .get(
                "/transactions/children/\(child)?limit=\(limit)", name: "/transactions/children/{id}",
                answerLimit: bound)
            : .get(
                "/children/\(child)/transactions?limit=\(limit)", name: "/children/{id}/transactions",
                answerLimit: bound)
    }
}

extension Call {
    static func signIn(email: String, password: Secret) -> Call {
        let body = JSONWriter.object { object in
            object.set("email", email)
            password.withText { object.set("password", $0) }
            object.set("rememberMe", false)
        }
        return .post("/auth/login", body: body, isWrite: false)
    }

    static var refresh: Call { .post("/auth/refresh", isWrite: false) }

    /// - Parameter key: of the request, the same at each repetition.
    static func create(_ new: NewTransaction, key: String? = nil) -> Call {
        let body = JSONWriter.object { object in
            object.set("childId", new.child.rawValue)
            object.set("amount", new.amount)
            object.set("type", new.kind.word)
            object.set("category", ifPresent: new.category)
            object.set("description", new.description)
            object.set("notes", ifPresent: new.notes)
        }
        var call = Call.post("/transactions", body: body, isWrite: true)
        call.idempotencyKey = key
        return call
    }
}
