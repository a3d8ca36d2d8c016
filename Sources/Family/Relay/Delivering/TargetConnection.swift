import HTTPClient
import Settings
import TextFormats

/// How a target is reached by HTTP.
struct TargetConnection: Sendable, Hashable {
    /// Whether it may be in this house: loopback, private and link-local addresses. Cloud metadata never is.
    let allowsPrivateAddresses: Bool
    /// A PEM file of certificate authorities to trust besides the system's.
    let certificateAuthorities: String?

    init(allowsPrivateAddresses: Bool = false, certificateAuthorities: String? = nil) {
        self.allowsPrivateAddresses = allowsPrivateAddresses
        self.certificateAuthorities = certificateAuthorities
    }

    /// Declares the keys.
    init(reading reader: inout SettingsReader) {
        allowsPrivateAddresses = reader.value(
            "private-addresses", .boolean, default: "false",
            help: "Whether loopback and private addresses are allowed, for targets in the own house.")
        certificateAuthorities = CertificateFile.path(reading: &reader, example: "/etc/pocketbell/house.pem")
    }

    /// Which addresses may be connected to.
    var addresses: AddressPolicy { .target(allowsPrivateAddresses: allowsPrivateAddresses) }

    /// A client that trusts this target's certificate authorities; `nil` if the shared one will do.
    func ownClient() throws(HTTPError) -> HTTPClient? {
        guard let certificateAuthorities else { return nil }
        var configuration = HTTPClientConfiguration()
        configuration.userAgent = "PocketBell"
        configuration.tls.trust = .systemAnd(file: certificateAuthorities)
        return try HTTPClient(configuration)
    }
}
