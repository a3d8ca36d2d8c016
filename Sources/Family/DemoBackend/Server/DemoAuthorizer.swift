import Runtime
import SignalRServer

/// Decides who may connect to the hub. It is made before the state that it asks, since the state holds the hub.
final class DemoAuthorizer: Sendable {
    private struct Reference {
        weak var core: DemoCore?
    }

    private let reference = Lock(Reference())

    func use(_ core: DemoCore) { reference.withLock { $0.core = core } }

    func authorize(_ credentials: HubCredentials) -> HubAuthorization {
        guard let core = reference.withLock({ $0.core }), let person = core.person(of: credentials.token) else {
            return .unauthorized
        }
        return .allowed(user: person)
    }
}
