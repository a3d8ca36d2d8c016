import JSON
import Runtime
package import Store
package import Values

/// Answers questions about the installation from its store, and carries orders about deliveries out.
///
/// The running program serves it on its control socket; commands use it directly when no program runs.
package struct ControlAPI: Sendable {
    /// How many rows a list has at most.
    private static let longestList = 10_000

    private let store: Store
    private let live: @Sendable () async -> LiveStatus?
    private let metrics: @Sendable () async -> String
    private let test: @Sendable (String) async -> ControlAnswer
    private let note: @Sendable (Occasion) async -> Void
    private let accounts: Accounts
    private let commands: ProgramCommands
    private let examine: @Sendable () async -> ControlAnswer

    /// What a person has done, which the running program would else notice much later.
    package enum Occasion: Sendable, Equatable {
        /// Wants the target with this name tried again.
        case wantsRetry(target: String)
    }

    /// Signing in and out.
    package struct Accounts: Sendable {
        let signIn: @Sendable (Secret) async -> ControlAnswer
        let signOut: @Sendable (String) async -> ControlAnswer

        /// - Parameters:
        ///   - signIn: gets the order as JSON, perhaps with a password.
        ///   - signOut: gets the account's name.
        package init(
            signIn: @escaping @Sendable (Secret) async -> ControlAnswer,
            signOut: @escaping @Sendable (String) async -> ControlAnswer
        ) {
            self.signIn = signIn
            self.signOut = signOut
        }

        /// Where no program runs, a command does it by itself.
        package static let absent = Accounts { _ in
            .refused(.notHere)
        } signOut: { _ in
            .refused(.notHere)
        }
    }

    /// - Parameters:
    ///   - live: what only the running program knows; `nil` if none runs.
    ///   - metrics: the program's figures as Prometheus text.
    ///   - note: hears what a person has done.
    ///   - accounts: signs in and out.
    ///   - commands: what is typed for this installation, in next steps.
    ///   - examine: looks for what is wrong with the installation.
    ///   - test: sends a sample alert to the target with this name.
    package init(
        store: Store, live: @escaping @Sendable () async -> LiveStatus? = { nil },
        metrics: @escaping @Sendable () async -> String = { "" },
        note: @escaping @Sendable (Occasion) async -> Void = { _ in }, accounts: Accounts = .absent,
        commands: ProgramCommands = ProgramCommands(isService: false, namedFile: nil),
        examine: @escaping @Sendable () async -> ControlAnswer = { .refused(.notHere) },
        test: @escaping @Sendable (String) async -> ControlAnswer
    ) {
        self.store = store
        self.live = live
        self.metrics = metrics
        self.note = note
        self.accounts = accounts
        self.commands = commands
        self.examine = examine
        self.test = test
    }

    /// Never throws: what cannot be answered is a refusal with its reason.
    package func answer(_ request: ControlRequest) async -> ControlAnswer {
        do {
            return try await route(request)
        } catch let refusal as ControlAnswer.Refusal {
            return .refused(refusal)
        } catch let error as StoreError {
            return .refused(.init(.unavailable, error.description))
        } catch {
            return .refused(.init(.unavailable, "\(error)"))
        }
    }

    private func route(_ request: ControlRequest) async throws -> ControlAnswer {
        switch (request.method, request.path.first, request.path.count) {
        case (.get, "ping", 1): .value(await ping())
        case (.get, "status", 1): .value(try await status())
        case (.get, "children", 1): .value(.array(try await store.children().map { JSONValue($0) }))
        case (.get, "transactions", 1): .value(try await transactions(request))
        case (.get, "deliveries", 1): .value(try await deliveries(request))
        case (.get, "deliveries", 2): .value(try await delivery(request.path[1]))
        case (.post, "deliveries", 3): .value(try await order(request.path[2], on: request.path[1]))
        case (.post, "targets", 3) where request.path[2] == "test": await test(request.path[1])
        case (.post, "login", 1): await accounts.signIn(request.body ?? Secret("{}"))
        case (.post, "accounts", 3) where request.path[2] == "logout": await accounts.signOut(request.path[1])
        case (.get, "doctor", 1): await examine()
        case (.get, "metrics", 1): .text(await metrics())
        default:
            .refused(
                .init(.unknown, "there is no \(request.method.rawValue) /v1/\(request.path.joined(separator: "/"))"))
        }
    }

    /// Which program this is: its state folder is nobody else's.
    private func ping() async -> JSONValue {
        let live = await live()
        return [
            "running": .bool(live != nil), "version": live.map { .string($0.version) } ?? nil,
            "state": live?.stateFolder.map { .string($0) } ?? nil,
            "configuration": live?.configurationFile.map { .string($0) } ?? nil,
        ]
    }

    private func status() async throws -> JSONValue {
        let (accounts, counts) = (try await store.accounts(), try await store.counts())
        let accounting = try await store.accounting()
        let health = HealthFacts(
            live: await live(), accounting: accounting, counts: counts, unreadable: store.unreadableNames,
            commands: commands)
        return StatusView(
            accounts: accounts, counts: counts, accounting: accounting, health: health, now: WallClock.system.now
        ).json
    }

    private func transactions(_ request: ControlRequest) async throws -> JSONValue {
        let children = try await store.children()
        let limit = try limit(request)
        guard let name = request.query["child"] else {
            return list(try await store.transactions(limit: limit), children)
        }
        let matches = children.filter { $0.isNamed(name) }
        guard let child = matches.first, matches.count == 1 else {
            let known = children.map(\.firstName).joined(separator: ", ")
            throw ControlAnswer.Refusal(
                .unknown,
                matches.isEmpty
                    ? "there is no child '\(name)'; known: \(known)" : "'\(name)' is more than one child; use the id")
        }
        return list(try await store.transactions(child: child, limit: limit), children)
    }

    private func list(_ transactions: [TransactionRow], _ children: [ChildRow]) -> JSONValue {
        .array(
            transactions.map { transaction in
                JSONValue(
                    transaction, child: children.first { $0.id == transaction.child && $0.server == transaction.server }
                )
            })
    }

    private func deliveries(_ request: ControlRequest) async throws -> JSONValue {
        var filter = DeliveryFilter()
        filter.limit = try limit(request)
        filter.target = request.query["target"]
        if let state = request.query["state"] {
            guard let known = DeliveryRow.State(rawValue: state == "inDoubt" ? "in-doubt" : state) else {
                let states = DeliveryRow.State.allCases.map(\.rawValue).joined(separator: ", ")
                throw ControlAnswer.Refusal(.malformed, "there is no state '\(state)'; there are \(states)")
            }
            filter.states = [known]
        }
        return .array(try await store.deliveries(matching: filter).map { JSONValue($0) })
    }

    private func delivery(_ text: String) async throws -> JSONValue {
        let unknown = ControlAnswer.Refusal(.unknown, "there is no delivery \(text); see: pocketbell deliveries list")
        guard let number = Int64(text) else { throw unknown }
        // Not within the guard: the optimiser of Swift 6.3.1 crashes on that.
        let history = try await store.history(of: DeliveryRow.Number(rawValue: number))
        guard let history else { throw unknown }
        return JSONValue(history)
    }

    private func order(_ order: String, on text: String) async throws -> JSONValue {
        guard let value = Int64(text) else {
            throw ControlAnswer.Refusal(.malformed, "'\(text)' is not the number of a delivery")
        }
        let number = DeliveryRow.Number(rawValue: value)
        if let refusal = try await refusal(of: order, on: number) {
            throw ControlAnswer.Refusal(.conflict, refusal.description)
        }
        let answer = try await delivery(text)
        if order == "retry", let target = try await store.history(of: number)?.delivery.target {
            await note(.wantsRetry(target: target))
        }
        return answer
    }

    private func refusal(of order: String, on number: DeliveryRow.Number) async throws -> Store.Refusal? {
        switch order {
        case "retry": return try await store.retry(number, now: WallClock.system.now)
        case "discard": return try await store.discard(number, now: WallClock.system.now)
        default: throw ControlAnswer.Refusal(.unknown, "a delivery can be retried or discarded, nothing else")
        }
    }

    private func limit(_ request: ControlRequest) throws -> Int {
        guard let text = request.query["limit"] else { return 20 }
        guard let limit = Int(text), 1...Self.longestList ~= limit else {
            throw ControlAnswer.Refusal(.malformed, "a limit is a number from 1 to \(Self.longestList)")
        }
        return limit
    }
}

extension ControlAPI {
    /// A transaction that has just become known.
    package struct NewTransaction: Sendable {
        /// As it stands in the store, whatever has changed of it since.
        package let transaction: TransactionRow
        /// Whose it is, for its name.
        package let child: ChildRow

        /// - Parameter child: the one that the transaction names.
        package init(_ transaction: TransactionRow, child: ChildRow) {
            self.transaction = transaction
            self.child = child
        }

        var json: JSONValue { JSONValue(transaction, child: child) }
    }
}

extension ControlAnswer.Refusal {
    fileprivate static let notHere = Self(.unavailable, "the program does not run", hint: "start it: pocketbell run")
}

extension ChildRow {
    /// Whether a person may call the child so: by first name, full name or id, in any letter case.
    func isNamed(_ text: String) -> Bool {
        let wanted = text.lowercased()
        return [firstName, "\(firstName) \(lastName)", id.rawValue].contains { $0.lowercased() == wanted }
    }
}
