import AllowanceAPI
import HTTPClient
import Observability
import Sockets
import Values

@testable import DemoBackend

/// A running backend with what talks to it, for the length of a closure.
struct Running {
    let backend: DemoBackend
    let server: HTTPURL
    let http: HTTPClient
    let loop: EventLoop

    func session() -> AllowanceSession {
        AllowanceSession(
            server: server, http: http,
            logger: Logger(component: "api", threshold: LogThreshold(.error), sink: CapturingSink()))
    }

    func signedIn(_ email: String) async throws -> AllowanceSession {
        let session = session()
        _ = try await session.signIn(email: email, password: SimulatedFamily.password)
        return session
    }

    func listener(_ session: AllowanceSession) async throws -> HubListener {
        let path = backend.configuration.dialect.hubPath
        return try await HubListener(loop, port: server.port, path: path, token: try await session.token())
    }
}

func withBackend<Value>(
    _ dialect: DemoDialect, _ body: (Running) async throws -> Value
) async throws -> Value {
    var configuration = DemoConfiguration()
    configuration.dialect = dialect
    let backend = DemoBackend(configuration)
    let server = try HTTPURL(try await backend.start())
    let running = Running(backend: backend, server: server, http: try HTTPClient(), loop: try EventLoop())
    let result: Result<Value, any Error>
    do { result = .success(try await body(running)) } catch { result = .failure(error) }
    await running.http.close()
    await running.loop.stop()
    await backend.stop()
    return try result.get()
}
