import Values

/// Where the page is served, and where people find it.
package struct PagePlace: Sendable, Hashable {
    /// PEM files, with what tells a renewed one from the one before.
    package struct Certificate: Sendable, Hashable {
        package let file: String
        package let key: String
        package let stamps: [String]

        package init(file: String, key: String, stamps: [String]) {
            (self.file, self.key, self.stamps) = (file, key, stamps)
        }
    }

    /// Numeric, without brackets.
    package var address = "127.0.0.1"
    package var port: Int
    /// Whether any free port will do where this one is taken: nobody but `pocketbell open` knows it.
    package var mayMove = true
    /// `nil`: without TLS.
    package var certificate: Certificate?
    /// Names besides this machine's own by which browsers ask for it.
    package var hosts: Set<String> = []
    /// Numeric addresses, of proxies that may speak for browsers.
    package var proxies: Set<String> = []
    /// Such as `https://bell.example.org`; `nil` where people find it nowhere else.
    package var publicOrigin: String?
    /// What stands before every path there: empty, or such as `/money`.
    package var prefix = ""

    /// On this machine alone.
    package init(port: Int) { self.port = port }

    var isEverywhere: Bool { address == "0.0.0.0" || address == "::" }
    var host: String { address.contains(text: ":") ? "[\(address)]" : address }

    /// Where the peer of a connection is one of the proxies; IPv4 may come in the clothes of IPv6.
    func isProxy(_ peer: String) -> Bool {
        proxies.contains(peer.hasPrefix("::ffff:") ? String(peer.dropFirst(7)) : peer)
    }

    /// The page's address for browsers of this machine.
    func ownAddress(port: Int) -> String {
        let host = isEverywhere ? (address == "::" ? "[::1]" : "127.0.0.1") : host
        return "\(certificate == nil ? "http" : "https")://\(host):\(port)"
    }
}
