import Configuration
import Control
import Daemon
import JSON
import Store

/// Who takes an order to sign in or out.
enum Reception: Sendable {
    case program(Inquiry)
    case files(SignInDesk)

    /// Finds who is asked, and hands it to the body.
    static func with<Value>(_ context: CommandContext, _ body: (Reception) async throws -> Value) async throws -> Value
    {
        switch try await Addressee.find(context) {
        case .program(let program): return try await Inquiry.with(program) { try await body(.program($0)) }
        case .files(let configuration):
            let folder = StateFolder(configuration.state)
            try folder.prepare(for: configuration)
            let clients = HTTPClients()
            do {
                let desk = SignInDesk(configuration: configuration, folder: folder, clients: clients)
                let value = try await body(.files(desk))
                await clients.close()
                return value
            } catch {
                await clients.close()
                throw error
            }
        }
    }

    func signIn(_ order: SignInOrder) async throws -> JSONValue {
        switch self {
        case .program(let inquiry): try await inquiry.ask(ControlRequest(.post, ["login"], body: order.json))
        case .files(let desk): try await desk.signIn(order).json
        }
    }

    /// What there is to warn of before a password goes to the server. The running program has warned of what it knows.
    func plainAddress(of order: SignInOrder) throws -> PlainAddress? {
        switch self {
        case .program:
            try order.server.flatMap { server in
                PlainAddress(
                    try WatchedAccount.address(server), account: order.name ?? order.account ?? order.email ?? "")
            }
        case .files(let desk): try desk.plainAddress(of: order)
        }
    }

    /// The accounts that there are to choose from.
    func accounts() async throws -> [String] {
        switch self {
        case .files(let desk): return desk.accounts
        case .program(let inquiry):
            let status = JSONNode(try await inquiry.ask(ControlRequest(.get, ["status"])))
            return try status.required("accounts").elements().map { node throws(JSONError) in
                try node.required("name").string()
            }
        }
    }

    /// Those that must sign in.
    func awaited() async throws -> [String] {
        switch self {
        case .files(let desk): return desk.awaited
        case .program(let inquiry):
            let status = JSONNode(try await inquiry.ask(ControlRequest(.get, ["status"])))
            return try status.required("accounts").elements().filter { node throws(JSONError) in
                try node.word("state") == LiveStatus.Account.State.signInNeeded.rawValue
            }.map { node throws(JSONError) in try node.required("name").string() }
        }
    }

    /// What to type after a sign-in; `nil` where a program watches already.
    func nextStep(_ context: CommandContext) -> String? {
        guard case .files(let desk) = self else { return nil }
        if desk.configuration.file == Configuration.serviceFile { return UnitManager.ofMachine.startLine }
        let run = ProgramCommands(isService: false, namedFile: context.configurationFile).start
        let isUsual = context.configurationFile == nil
        return isUsual && UserUnit.isInstalled ? "\(UnitManager.ofUser.startLine), or \(run)" : run
    }

    func signOut(_ account: String) async throws -> JSONValue {
        switch self {
        case .program(let inquiry): try await inquiry.ask(ControlRequest(.post, ["accounts", account, "logout"]))
        case .files(let desk): SignInDesk.json(signedOut: account, try await desk.signOut(account))
        }
    }
}
