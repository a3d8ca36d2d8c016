extension IPAddress {
    /// Whether this is an ordinary address of the public internet: no loopback, private, link-local (where cloud metadata
    /// lives), carrier-grade NAT, multicast, reserved or documentation range, nor a form that hides such an IPv4 address.
    package var isPublic: Bool {
        if isIPv4 { return !Self.reservedIPv4.contains { $0.contains(self) } }
        // RFC 6052: what a NAT64 gateway would connect to decides.
        if Self.nat64.contains(self) { return IPAddress(ipv4: UInt32(truncatingIfNeeded: value)).isPublic }
        return Self.globalIPv6.contains(self) && !Self.reservedIPv6.contains { $0.contains(self) }
    }

    private static let globalIPv6 = network("2000::/3")

    /// IANA special-purpose registry, and Azure's host endpoint, which answers on an ordinary address.
    private static let reservedIPv4 = [
        "0.0.0.0/8", "10.0.0.0/8", "100.64.0.0/10", "127.0.0.0/8", "168.63.129.16/32", "169.254.0.0/16",
        "172.16.0.0/12",
        "192.0.0.0/24", "192.0.2.0/24", "192.88.99.0/24", "192.168.0.0/16", "198.18.0.0/15", "198.51.100.0/24",
        "203.0.113.0/24",
        "224.0.0.0/4", "240.0.0.0/4",
    ].map(network)

    /// Protocol assignments with Teredo, documentation, and 6to4, which embeds any IPv4 address.
    private static let reservedIPv6 = ["2001::/23", "2001:db8::/32", "2002::/16", "3fff::/20"].map(network)

    static func network(_ text: String) -> IPNetwork {
        guard let network = IPNetwork(text) else { preconditionFailure("constant is not CIDR: \(text)") }
        return network
    }
}
