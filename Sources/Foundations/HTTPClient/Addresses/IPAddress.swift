import Glibc

/// An IPv4 or IPv6 address. IPv4-mapped IPv6 (`::ffff:a.b.c.d`) counts as the IPv4 address it reaches.
package struct IPAddress: Sendable, Hashable {
    /// Big-endian value; IPv4 uses the low 32 bits.
    let value: UInt128
    /// Whether it is reached by IPv4.
    package let isIPv4: Bool

    init(ipv4: UInt32) {
        value = UInt128(ipv4)
        isIPv4 = true
    }

    init(ipv6: UInt128) {
        isIPv4 = ipv6 >> 32 == 0xffff
        value = isIPv4 ? ipv6 & 0xffff_ffff : ipv6
    }

    /// Reads a numeric address without port, brackets or zone.
    package init?(_ text: String) {
        var v4 = in_addr()
        var v6 = in6_addr()
        if unsafe inet_pton(AF_INET, text, &v4) == 1 {
            self.init(ipv4: UInt32(bigEndian: v4.s_addr))
        } else if unsafe inet_pton(AF_INET6, text, &v6) == 1 {
            self.init(ipv6: Self.value(of: v6))
        } else {
            return nil
        }
    }

    /// Reads a C socket address; `nil` for families other than IPv4 and IPv6.
    init?(_ address: UnsafePointer<sockaddr>) {
        let raw = unsafe UnsafeRawPointer(address)
        switch unsafe Int32(address.pointee.sa_family) {
        case AF_INET: unsafe self.init(ipv4: UInt32(bigEndian: raw.loadUnaligned(as: sockaddr_in.self).sin_addr.s_addr))
        case AF_INET6: unsafe self.init(ipv6: Self.value(of: raw.loadUnaligned(as: sockaddr_in6.self).sin6_addr))
        default: return nil
        }
    }

    private static func value(of address: in6_addr) -> UInt128 {
        unsafe withUnsafeBytes(of: address) { unsafe UInt128(bigEndian: $0.loadUnaligned(as: UInt128.self)) }
    }

    /// Whether it is this machine: 127.0.0.0/8 or ::1.
    package var isLoopback: Bool {
        isIPv4 ? value >> 24 == 127 : value == 1
    }
}

extension IPAddress: CustomStringConvertible {
    /// As the system writes it, such as `192.0.2.1` or `2001:db8::1`.
    package var description: String {
        var buffer = [CChar](repeating: 0, count: Int(INET6_ADDRSTRLEN))
        if isIPv4 {
            var address = in_addr(s_addr: UInt32(truncatingIfNeeded: value).bigEndian)
            unsafe inet_ntop(AF_INET, &address, &buffer, socklen_t(buffer.count))
        } else {
            var address = value.bigEndian
            unsafe inet_ntop(AF_INET6, &address, &buffer, socklen_t(buffer.count))
        }
        return unsafe buffer.withUnsafeBufferPointer { unsafe $0.baseAddress.map { unsafe String(cString: $0) } ?? "" }
    }
}

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
