package import HTTPClient
import Runtime

/// The HTTP clients of the program: one for each set of trusted authorities, made when it is first needed.
package final class HTTPClients: Sendable {
    private let clients = Lock([String?: HTTPClient]())

    /// None is made yet.
    package init() {}

    /// - Parameter caFile: certificates to trust besides the system's.
    package func client(trusting caFile: String?) throws(HTTPError) -> HTTPClient {
        try clients.withLock { clients throws(HTTPError) in
            if let client = clients[caFile] { return client }
            var configuration = HTTPClientConfiguration()
            configuration.userAgent = Version.userAgent
            if let caFile { configuration.tls.trust = .systemAnd(file: caFile) }
            let client = try HTTPClient(configuration)
            clients[caFile] = client
            return client
        }
    }

    /// Ends them all, each with 2 s for what is under way.
    package func close() async {
        let all = clients.withLock { clients in
            defer { clients = [:] }
            return Array(clients.values)
        }
        for client in all { await client.close(within: .seconds(2)) }
    }
}
