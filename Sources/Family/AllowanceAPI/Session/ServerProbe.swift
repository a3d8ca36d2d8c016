package import HTTPClient
import JSON
package import Observability

/// Asks as a stranger whether a family server answers at an address: before anybody types a password for it.
package struct ServerProbe: Sendable {
    private let session: AllowanceSession

    /// - Parameter server: its address, without `/api/v1`.
    package init(server: HTTPURL, http: HTTPClient, logger: Logger) {
        session = AllowanceSession(server: server, http: http, logger: logger)
    }

    /// Asks once.
    ///
    /// - Throws: what would keep a sign-in from getting there. That a stranger is refused is no error.
    package func run() async throws(AllowanceError) {
        do throws(AllowanceError) {
            _ = try await session.send(Routes().children(), token: nil, AnswerReader { _ throws(JSONError) in })
        } catch {
            if Self.barriers.contains(error.kind) { throw error }
        }
    }

    private static let barriers: Set<AllowanceError.Kind> = [
        .unreachable, .timedOut, .connectionLost, .insecure, .notTheServer, .redirected, .unavailable, .cancelled,
    ]
}
