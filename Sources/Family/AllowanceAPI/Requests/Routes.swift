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
    /// Rows of the longest page that servers of the older kind give.
    static let longestPage = 100
    /// The server refuses longer pages; it says how many rows there are.
    private(set) var isCut = false
    /// Which route of each list of records the server knew last, by the list's name.
    var ofLists: [String: Int] = [:]
    /// What was in each list that comes in pages when it was last read to its end, by the list's name and whose it is.
    var readToEnd: [String: Set<String>] = [:]

    /// Changes to the question's other route: from the newer to the older one, or back after an upgrade of the server.
    mutating func change(_ question: Question) {
        older.formSymmetricDifference([question])
        if question == .transactions { isCut = false }
    }

    /// Notes that a longer page was refused; returns whether the server is of the kind that knows pages.
    mutating func cut() -> Bool {
        guard older.contains(.transactions) else { return false }
        isCut = true
        return true
    }

    func children() -> Call {
        .get(older.contains(.children) ? "/families/current/children" : "/children")
    }

    /// - Parameter offset: rows to leave out, which only the older route knows.
    func transactions(of child: Child.ID, limit: Int, offset: Int = 0) -> Call {
        // A row has about 400 bytes; the room is for long descriptions.
        let bound = max(1 << 20, min(limit, 16_384) * 4_096)
        return older.contains(.transactions)
            ? .get(
                "/transactions/children/\(child)?limit=\(limit)" + (offset == 0 ? "" : "&offset=\(offset)"),
                name: "/transactions/children/{id}",
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
