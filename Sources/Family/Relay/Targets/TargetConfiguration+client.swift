import HTTPClient

extension TargetConfiguration {
    /// A client that trusts this target's certificate authorities; `nil` if the shared one will do.
    func ownClient() throws(RelayError) -> HTTPClient? {
        guard let certificateAuthorities else { return nil }
        var configuration = HTTPClientConfiguration()
        configuration.userAgent = "PocketBell"
        configuration.tls.trust = .systemAnd(file: certificateAuthorities)
        do throws(HTTPError) {
            return try HTTPClient(configuration)
        } catch {
            throw RelayError(.badURL, "target \(name): \(error.detail)")
        }
    }
}
