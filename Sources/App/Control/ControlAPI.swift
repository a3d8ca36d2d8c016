import JSON
import Runtime
package import Store
package import Values

/// Answers questions about the installation from its store, and carries orders about deliveries out.
///
/// The running program serves it on its control socket; commands use it directly when no program runs.
package struct ControlAPI: Sendable {
    let store: Store
    let live: @Sendable () async -> LiveStatus?
    /// What is configured or signed in.
    package let installed: @Sendable () async -> Installed
    private let metrics: @Sendable () async -> String
    private let test: @Sendable (String) async -> ControlAnswer
    private let drill: (@Sendable () async -> ControlAnswer)?
    private let page: (@Sendable () async -> ControlAnswer)?
    let note: @Sendable (Occasion) async -> Void
    private let accounts: ControlAccounts?
    let entries: EntryTaker?
    let photos: PhotoSource?
    /// What is typed for this installation.
    package let commands: ProgramCommands
    let words: @Sendable (DeliveryWork, Timestamp) -> (title: String, text: String)
    let judge: RuleJudge
    private let examine: (@Sendable () async -> ControlAnswer)?

    /// What a person has done, which the running program would else notice much later.
    package enum Occasion: Sendable, Equatable {
        /// Wants the target with this name tried again.
        case wantsRetry(target: String)
        /// Looks at records of this kind.
        case looks(at: RecordRow.Kind)
        /// Has entered, ordered, changed or given up something.
        case changedIntents
        /// Wants sent what waits, without any more waiting.
        case wantsSending
        /// Wants everything read anew, now.
        case wantsReading
        /// Has put a copy ready that takes the store's place.
        case wantsReopening
        /// Nobody signs in with the desktop token of this number any more.
        case tookTokenBack(Int64)
        /// Has signed all browsers out.
        case signedOutBrowsers
    }

    /// - Parameters:
    ///   - live: what only the running program knows; `nil` if none runs.
    ///   - installed: what is configured or signed in.
    ///   - metrics: the program's figures as Prometheus text.
    ///   - note: hears what a person has done.
    ///   - accounts: signs in and out; `nil` where no program runs, and a command does it by itself.
    ///   - entries: takes money that a person enters; `nil` where that is not served.
    ///   - photos: fetches pictures; `nil` where no program runs: then there are those that were fetched before.
    ///   - commands: what is typed for this installation, in next steps.
    ///   - words: what an alert says when it is sent at this moment, by the configuration in force.
    ///   - judge: what the rules of the configuration in force make of an alert.
    ///   - examine: looks for what is wrong with the installation; `nil` as above.
    ///   - drill: sends a drill to every target; `nil` as above.
    ///   - page: an address that signs a browser in at the page once; `nil` as above.
    ///   - test: sends a sample alert to the target with this name.
    package init(
        store: Store, live: @escaping @Sendable () async -> LiveStatus? = { nil },
        installed: @escaping @Sendable () async -> Installed = { Installed() },
        metrics: @escaping @Sendable () async -> String = { "" },
        note: @escaping @Sendable (Occasion) async -> Void = { _ in }, accounts: ControlAccounts? = nil,
        entries: EntryTaker? = nil, photos: PhotoSource? = nil,
        commands: ProgramCommands = ProgramCommands(isService: false, namedFile: nil),
        words: @escaping @Sendable (DeliveryWork, Timestamp) -> (title: String, text: String) = { _, _ in ("", "") },
        judge: @escaping RuleJudge = { _ in [] }, examine: (@Sendable () async -> ControlAnswer)? = nil,
        drill: (@Sendable () async -> ControlAnswer)? = nil, page: (@Sendable () async -> ControlAnswer)? = nil,
        test: @escaping @Sendable (String) async -> ControlAnswer
    ) {
        self.store = store
        self.live = live
        self.installed = installed
        self.metrics = metrics
        self.note = note
        self.accounts = accounts
        self.entries = entries
        self.photos = photos
        self.commands = commands
        self.words = words
        self.judge = judge
        self.examine = examine
        self.drill = drill
        self.page = page
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
        case (.get, "status", 1): .value(try await StatusDesk(api: self).status())
        case (.get, "children", 1): .value(try await children())
        case (.get, "transactions", 1): .value(try await TransactionDesk(api: self).list(request))
        case (.get, "transactions", 2) where request.path[1] == "page":
            .value(try await TransactionDesk(api: self).page(request))
        case (.get, "records", 2): .value(try await records(request))
        case (.get, "photos", 2): .picture(try await PhotoAPI(api: self).photo(of: request.path[1]))
        case (.get, "reports", 2): .value(try await ReportDesk(api: self).answer(request))
        case (.get, "deliveries", 1): .value(try await deliveries(request))
        case (.get, "deliveries", 2) where request.path[1] == "count": .value(try await countDeliveries(request))
        case (.get, "deliveries", 2): .value(try await delivery(request.path[1]))
        case (.post, "deliveries", 2): .value(try await order(request))
        case (.get, "explain", 1): .value(try await ExplainDesk(api: self).answer(request))
        case (_, "intents", _), (_, "orders", _): .value(try await EntryAPI(api: self).answer(request))
        case (_, "pending", 1...2): .value(try await UnsentAPI(api: self).answer(request))
        case (_, "conflicts", _): .value(try await ConflictAPI(api: self).answer(request))
        case (_, "backup", _), (_, "restore", _), (_, "copies", _):
            .value(try await CopyDesk(api: self).answer(request))
        case (.post, "seen", 1): .value(try await SeenDesk(api: self).answer(request))
        case (_, "silences", _): .value(try await SilenceDesk(api: self).answer(request))
        case (_, "tokens", _): .value(try await TokenDesk(api: self).answer(request))
        case (_, "browsers", _): .value(try await BrowserDesk(api: self).answer(request))
        case (_, "cache", _): .value(try await CacheDesk(api: self).answer(request))
        case (.post, "targets", 3) where request.path[2] == "test": await test(request.path[1])
        case (.post, "login", 1): await accounts?.signIn(request.body ?? Secret("{}")) ?? .refused(notRunning)
        case (.post, "accounts", 3) where request.path[2] == "logout":
            await accounts?.signOut(request.path[1]) ?? .refused(notRunning)
        case (.post, "drill", 1): await drill?() ?? .refused(notRunning)
        case (.post, "page", 1): await page?() ?? .refused(notRunning)
        case (.get, "doctor", 1): await examine?() ?? .refused(notRunning)
        case (.get, "metrics", 1): .text(await metrics())
        default: .refused(.nothing(at: request))
        }
    }

    /// What only a program that runs can do.
    package var notRunning: ControlAnswer.Refusal {
        ControlAnswer.Refusal(.unavailable, "the program does not run", hint: "start it: \(commands.start)")
    }

    /// Which program this is: its state folder is nobody else's.
    private func ping() async -> JSONValue {
        let (live, installed) = (await live(), await installed())
        return [
            "running": .bool(live != nil), "version": live.map { .string($0.version) } ?? nil,
            "state": live?.stateFolder.map { .string($0) } ?? nil,
            "configuration": live?.configurationFile.map { .string($0) } ?? nil,
            "timeZone": .text(installed.timeZone),
        ]
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

        func json(in currency: Currency) -> JSONValue { JSONValue(transaction, child: child, in: currency) }
    }
}
