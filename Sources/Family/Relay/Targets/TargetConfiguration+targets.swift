import HTTPClient
import Systemd
import Values

extension TargetConfiguration {
    /// The part of the program that speaks with this target.
    ///
    /// - Throws: `badURL` or `badKey`, naming the target.
    func target(http: HTTPClient, bus: SessionBus?, clock: RelayClock) throws(RelayError) -> any AlertTarget {
        guard let target = try httpTarget() else { return DesktopTarget(name: name, bus: bus) }
        return HTTPCourier(name: name, target: target, http: http, clock: clock)
    }

    /// Looks whether its address and its keys have the right form, without asking anybody.
    ///
    /// - Throws: `badURL` or `badKey`, naming the target.
    package func check() throws(RelayError) { _ = try httpTarget() }

    /// The host of an address that is refused at each attempt, since this target may not be in this house or anywhere near a cloud's
    /// metadata; `nil` where only a look at the network can tell.
    package var refusedHost: String? {
        let text: String? =
            switch kind {
            case .desktop: nil
            case .webhook(let url, _, _), .slack(let url), .discord(let url): url.withText { $0 }
            case .ntfy(let server, _, _): server
            }
        guard let url = text.flatMap({ try? HTTPURL($0) }) else { return nil }
        let literal = url.host.hasPrefix("[") ? String(url.host.dropFirst().dropLast()) : url.host
        let policy = AddressPolicy.target(allowsPrivateAddresses: allowsPrivateAddresses)
        guard let address = IPAddress(literal) else {
            return url.isLoopback && !allowsPrivateAddresses ? url.host : nil
        }
        return policy.allows(address) ? nil : url.host
    }

    private func httpTarget() throws(RelayError) -> (any HTTPTarget)? {
        do throws(RelayError) {
            return try makeHTTPTarget()
        } catch {
            throw RelayError(error.kind, "target \(name): \(error.description)")
        }
    }

    private func makeHTTPTarget() throws(RelayError) -> (any HTTPTarget)? {
        switch kind {
        case .desktop: nil
        case .webhook(let url, let signing, let headers):
            try WebhookTarget(
                url: url, signing: signing, headers: headers, allowsPrivateAddresses: allowsPrivateAddresses)
        case .slack(let url): try SlackTarget(url: url, allowsPrivateAddresses: allowsPrivateAddresses)
        case .discord(let url): try DiscordTarget(url: url, allowsPrivateAddresses: allowsPrivateAddresses)
        case .ntfy(let server, let topic, let token):
            try NtfyTarget(server: server, topic: topic, token: token, allowsPrivateAddresses: allowsPrivateAddresses)
        }
    }
}

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
