import CLibWebSockets
import Glibc

/// Whom a client trusts, and who it is.
package struct TLSClientSettings: Sendable, Hashable {
    /// What the server's certificate must lead to.
    package var trust: TLSTrust
    /// Shown to servers that ask for it.
    package var identity: TLSIdentity?

    /// The system's authorities and no certificate of one's own, unless said otherwise.
    package init(trust: TLSTrust = TLSTrust(), identity: TLSIdentity? = nil) {
        self.trust = trust
        self.identity = identity
    }

    /// The files and folders that are read.
    var places: [String] {
        let files = [trust.caFile, identity?.certificateFile, identity?.keyFile].compactMap { $0 }
        return trust.usesSystemStore ? files + Self.systemStore : files
    }

    /// Where OpenSSL looks for the system's authorities. It opens the one file that it needs, and keeps what it has read.
    private static var systemStore: [String] {
        let file = unsafe place(X509_get_default_cert_file_env(), X509_get_default_cert_file())
        let folders = unsafe place(X509_get_default_cert_dir_env(), X509_get_default_cert_dir())
        return [file] + folders.split(separator: ":").map(String.init)
    }

    private static func place(_ variable: UnsafePointer<CChar>?, _ standard: UnsafePointer<CChar>?) -> String {
        guard let variable = unsafe variable, let standard = unsafe standard else { return "" }
        return unsafe String(cString: getenv(variable) ?? UnsafeMutablePointer(mutating: standard))
    }
}
