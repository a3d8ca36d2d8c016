package import Settings
import TextFormats

extension Configuration {
    /// Somebody who signs in at a family server.
    package struct Account: SettingsSection {
        /// Unique among the accounts; also the name of the session's file, so it has a file name's letters.
        package let name: String
        /// The server's address; it may have a path, but neither a query nor a password.
        package let server: String
        /// Of the person who signs in, who sees the children that the server shows to them.
        package let email: String
        /// `nil`: `pocketbell login` asks for it once.
        package let password: SecretSource?
        /// How often facts are read when nothing hints at a change.
        package let scan: Duration
        /// A PEM file of certificate authorities, besides those of the system.
        package let certificateAuthorities: String?
        /// The hub's path on the server; `nil`: the usual ones are tried.
        package let hub: String?

        /// Declares the keys; mistakes are noted by the reader, so the value may be of placeholders.
        package init(reading reader: inout SettingsReader) {
            name = reader.name(of: "account", help: "How the command line and messages call this account.")
            server = reader.value("server", .serverAddress, help: "The family server's address.")
            email = reader.value("email", .email, help: "Who signs in.")
            password = reader.optionalSecret(
                "password", need: .perhapsLater,
                help: "Where the password is kept. Left out: run `pocketbell login ACCOUNT` once; "
                    + "then only tokens are stored.")
            scan = reader.value(
                "scan", .duration(in: .seconds(5) ... .seconds(3600)), default: "60s",
                help: "How often the facts are read when nothing hints at a change.")
            certificateAuthorities = CertificateFile.path(reading: &reader, example: "/etc/pocketbell/family.pem")
            hub = reader.optional(
                "hub", .urlPath, help: "The path of the server's hub. Left out: the usual paths are tried.")
        }
    }
}
