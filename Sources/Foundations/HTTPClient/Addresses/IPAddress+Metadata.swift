extension IPAddress {
    /// Whether a cloud's machine reaches its keys and start-up secrets here, whatever form the address is written in.
    ///
    /// Some of these lie in ranges that are private otherwise, so a list of allowed ranges does not keep them out.
    package var isCloudMetadata: Bool {
        Self.metadata.contains { $0.contains(self) } || embeddedIPv4.contains { $0.isCloudMetadata }
    }

    /// The IPv4 addresses that a gateway or tunnel would take from this one. Mapped ones are read as IPv4 already.
    var embeddedIPv4: [IPAddress] {
        guard !isIPv4 else { return [] }
        let low = UInt32(truncatingIfNeeded: value)
        var found: [IPAddress] = []
        // IPv4-compatible (RFC 4291), NAT64 at its well-known prefix (RFC 6052) and at a local one (RFC 8215).
        if value >> 32 == 0 || Self.nat64.contains(self) || Self.localNAT64.contains(self) {
            found.append(IPAddress(ipv4: low))
        }
        // 6to4 (RFC 3056): after the first two bytes.
        if value >> 112 == 0x2002 { found.append(IPAddress(ipv4: UInt32(truncatingIfNeeded: value >> 80))) }
        // Teredo (RFC 4380): the server, and the client with its bits turned round.
        if value >> 96 == 0x2001_0000 {
            found += [IPAddress(ipv4: UInt32(truncatingIfNeeded: value >> 64)), IPAddress(ipv4: ~low)]
        }
        // ISATAP (RFC 5214), in any network: the interface is 0:5efe or 200:5efe and the address.
        let interface = UInt32(truncatingIfNeeded: value >> 32)
        if interface == 0x5efe || interface == 0x200_5efe { found.append(IPAddress(ipv4: low)) }
        return found
    }

    static let nat64 = network("64:ff9b::/96")
    private static let localNAT64 = network("64:ff9b:1::/48")

    private static let metadata = [
        // Nearly all of them, and the keys of Amazon's containers and Tencent's machines.
        "169.254.0.0/16", "fe80::a9fe:a9fe/128",
        // Alibaba, Azure's host, Oracle's classic machines.
        "100.100.100.200/32", "168.63.129.16/32", "192.0.0.192/32",
        // Amazon (metadata, time, names, container keys), Google, Oracle, Scaleway, Akamai's Linode.
        "fd00:ec2::/32", "fd20:ce::254/128", "fd00:c1::a9fe:a9fe/128", "fd00:42::42/128", "fd00:a9fe:a9fe::/48",
    ].map(network)
}
