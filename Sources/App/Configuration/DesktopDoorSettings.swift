package import Settings
import TextFormats

/// Where the agents of desktops on other machines connect. Those on this machine have a socket without being configured.
package struct DesktopDoorSettings: SettingsSection, Hashable {
    /// Where to listen.
    package let listen: ListenAddress
    /// A PEM file: the own certificate first, then those between it and an authority.
    package let certificate: String
    /// A PEM file with the private key, without a passphrase.
    package let key: String

    /// Declares the keys.
    package init(reading reader: inout SettingsReader) {
        listen = reader.value(
            "listen", .listenAddress, default: "0.0.0.0:9465",
            help: "The address and port to listen on, always with TLS. Who has no token is let in nowhere.")
        certificate = CertificateFile.path(
            "certificate", reading: &reader, example: "/etc/pocketbell/desktops.pem",
            help: "A PEM file with the certificate that this machine shows. It may be its own: see docs/desktops.md.",
            problem: CertificateFile.problem)
        key = CertificateFile.path(
            "key", reading: &reader, example: "/etc/pocketbell/desktops.key",
            help: "A PEM file with the certificate's private key, without a passphrase.",
            problem: CertificateFile.keyProblem)
    }

    package init(listen: ListenAddress, certificate: String, key: String) {
        (self.listen, self.certificate, self.key) = (listen, certificate, key)
    }
}
