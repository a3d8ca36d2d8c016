package import HTTPClient
import JSON

/// What is asked, and the one thing that is written.
extension AllowanceSession {
    /// All children of the family with their balances, in no order.
    package func children() async throws(AllowanceError) -> Reply<[Child]> {
        try await ask(.children, { $0.children() }, AnswerReader(Child.list))
    }

    /// The newest rows of a child, newest first; rows of one second come in any order.
    ///
    /// Today's servers know no paging: to see further back, ask again with a larger limit. Older ones cut the list into pages, which are
    /// put together here.
    ///
    /// - Throws: kind `truncatedAnswer` also for a list that moved too much while its pages were read.
    package func transactions(of child: Child.ID, limit: Int) async throws(AllowanceError) -> Reply<[Transaction]> {
        try await TransactionList(child: child, limit: limit).read(by: self)
    }

    /// The family of the account.
    package func family() async throws(AllowanceError) -> Reply<Family> {
        let reader = AnswerReader { node throws(JSONError) in
            Family(id: try node.required("id", "familyId").identifier(), name: try node.text(of: "name"))
        }
        return try await ask(.get("/families/current"), reader)
    }

    /// Makes a transaction, which only parents may: in the name of `user` alone, `nil` for whoever is signed in.
    ///
    /// - Throws: kind `anotherPerson` before anything was asked; an error with `outcomeIsUnknown` where it may have been made
    ///   all the same; the public backend also refuses so, without a word why.
    package func createTransaction(
        _ new: NewTransaction, key: String? = nil, by user: User.ID? = nil
    ) async throws(AllowanceError) -> Reply<CreatedTransaction> {
        let reader = AnswerReader { node throws(JSONError) -> CreatedTransaction in
            let row = try Transaction(node, of: new.child)
            return new.matches(row) ? .row(row) : .anotherRow(row)
        }
        return try await ask(.create(new, key: key), reader, by: user)
    }

    /// The address of the server's hub: the first of ``hubPaths`` that the server knows.
    ///
    /// - Throws: kind `unknownRoute` if it knows none, `noHub` if a person has named them.
    package func findHub() async throws(AllowanceError) -> HTTPURL {
        if let hub { return hub }
        var last = AllowanceError(.unknownRoute, place: server.origin, route: hubPaths.joined(separator: ", "))
        for path in hubPaths {
            do throws(AllowanceError) {
                _ = try await ask(.negotiate(hub: path), AnswerReader { _ throws(JSONError) in })
                let url = try hubURL(path)
                hub = url
                return url
            } catch {
                guard error.kind == .unknownRoute else { throw error }
                last = error
            }
        }
        guard hubPaths != Self.knownHubPaths else { throw last }
        throw AllowanceError(.noHub, place: server.origin, route: hubPaths.joined(separator: ", "))
    }

    /// Forgets the hub that was found, so that an upgraded server's new one is found.
    package func forgetHub() { hub = nil }

    /// The address of the hub at a path.
    package func hubURL(_ path: String) throws(AllowanceError) -> HTTPURL {
        do throws(HTTPError) {
            return try HTTPURL(base + path)
        } catch {
            throw .invalidRequest("The hub's path is not usable: \(error.detail).")
        }
    }

    /// Asks on the route that the server knows, which is found out by asking.
    func ask<Value>(
        _ question: Routes.Question, _ call: (Routes) -> Call,
        _ reader: AnswerReader<Value>
    ) async throws(AllowanceError) -> Reply<Value> {
        let before = routes
        do throws(AllowanceError) {
            return try await ask(call(before), reader)
        } catch {
            // Only an empty 404 means that the route is unknown; any other means that the child is.
            guard error.kind == .unknownRoute else { throw error }
        }
        var other = before
        other.change(question)
        let reply = try await ask(call(other), reader)
        routes = other
        return reply
    }
}
