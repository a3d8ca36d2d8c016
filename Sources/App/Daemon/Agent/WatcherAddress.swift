package import HTTPClient
package import TextFormats
import Values

/// Where an agent's watcher is: a Unix socket on this machine, or a server's address.
package enum WatcherAddress: Sendable, Equatable {
    case socket(path: String)
    case server(HTTPURL)

    /// Of this machine's service.
    package static let service = WatcherAddress.socket(path: "/run/pocketbell/desktops.sock")

    /// As a person writes it.
    package var text: String {
        switch self {
        case .socket(let path): path
        case .server(let url): url.origin
        }
    }

    /// A path, or `https://` and a name; nothing without TLS, since the token would go over the network for all to read.
    package init(_ text: String) throws(TextFormatError) {
        if text.hasPrefix("/") {
            guard text.utf8.count <= 107 else { throw TextFormatError("is too long for a socket's path") }
            self = .socket(path: text)
            return
        }
        guard let url = try? HTTPURL(text), url.isSecure else {
            throw TextFormatError(
                "must be https:// with a server's name and port, or a socket's path",
                hint: "such as https://server:9465")
        }
        self = .server(url)
    }
}
