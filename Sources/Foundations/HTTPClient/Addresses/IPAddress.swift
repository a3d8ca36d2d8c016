import Glibc

/// An IPv4 or IPv6 address. IPv4-mapped IPv6 (`::ffff:a.b.c.d`) counts as the IPv4 address it reaches.
package struct IPAddress: Sendable, Hashable {
    /// Big-endian value; IPv4 uses the low 32 bits.
    let value: UInt128
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

    package var isLoopback: Bool {
        isIPv4 ? value >> 24 == 127 : value == 1
    }
}

extension IPAddress: CustomStringConvertible {
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
