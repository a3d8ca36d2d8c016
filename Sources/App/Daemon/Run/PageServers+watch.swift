import AllowanceAPI
import Dashboard
import HTTPClient
import Observability
import Store
import Values

extension PageServers {
    /// Those of the accounts that are watched, by the configuration in force.
    init(_ watch: Watch, _ current: CurrentParts) {
        self.init(
            origins: {
                var origins: [String] = []
                for account in await current.parts.accounts.all.map(\.account)
                where !origins.contains(account.server.origin) {
                    origins.append(account.server.origin)
                }
                return origins
            },
            ask: { origin, email, password in
                let accounts = await current.parts.accounts.all.map(\.account)
                guard let account = accounts.first(where: { $0.server.origin == origin }) else {
                    return .silent(reason: "no account is watched there any more")
                }
                return await Verdict(of: account, email, password, watch.clients, watch.log)
            })
    }
}

extension PageServers.Verdict {
    /// Asks with a session of its own, which is forgotten at once: nothing of the account that is watched is used or changed.
    fileprivate init(
        of account: WatchedAccount, _ email: String, _ password: Secret, _ clients: HTTPClients, _ log: Log
    ) async {
        do {
            let session = AllowanceSession(
                server: account.server, http: try clients.client(trusting: account.caFile), logger: log.logger("page"))
            let signedIn = try await session.signIn(email: email, password: password)
            let children = try await session.children().value
            self = .known(PageServers.Login(signedIn, seeing: children))
        } catch let error as AllowanceError {
            switch error.kind {
            case .wrongCredentials: self = .wrong
            case .unreachable, .timedOut, .connectionLost, .insecure, .notTheServer, .redirected, .truncatedAnswer,
                .unexpectedAnswer, .serverFailed, .unavailable:
                self = .silent(reason: error.message)
            case .tooManyRequests, .cancelled, .tokenStoreFailed, .tokenStoreFull, .passwordUnreadable:
                self = .busy(reason: error.message)
            case .signInRequired, .notPermitted, .noFamily, .notFound, .unknownRoute, .noHub, .invalidRequest,
                .conflict, .anotherPerson:
                self = .refused
            }
        } catch {
            self = .silent(reason: "\(error)")
        }
    }
}

extension PageServers.Login {
    /// What is neither a parent nor a child of its own sees nothing.
    fileprivate init(_ signedIn: SignedIn, seeing children: [Child]) {
        let own = signedIn.child ?? children.first { $0.userID != nil && $0.userID == signedIn.user }?.id
        let isChild = signedIn.role == .child
        let name = "\(signedIn.firstName) \(signedIn.lastName)".trimmed
        self.init(
            user: signedIn.user?.rawValue ?? "", name: name.isEmpty ? signedIn.email : name,
            child: isChild ? own.map { ChildRow.ID(rawValue: $0.rawValue) } : nil,
            children: signedIn.role == .parent ? children.map { ChildRow.ID(rawValue: $0.id.rawValue) } : [])
    }
}
