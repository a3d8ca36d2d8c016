/// An address range such as `10.0.0.0/8` or `fd00::/8`.
package struct IPNetwork: Sendable, Hashable {
    /// Any address of the range: bits behind the prefix say nothing.
    package let base: IPAddress
    /// How many leading bits the addresses share: 0...32 for IPv4, 0...128 for IPv6.
    package let prefixLength: Int

    /// Reads CIDR notation; a bare address is a range of one. `nil` for anything else.
    package init?(_ text: String) {
        let pieces = text.split(separator: "/", omittingEmptySubsequences: false)
        guard pieces.count <= 2, let base = IPAddress(String(pieces[0])) else { return nil }
        let width = base.isIPv4 ? 32 : 128
        guard let length = pieces.count == 2 ? Int(pieces[1]) : width, (0...width).contains(length) else { return nil }
        self.base = base
        prefixLength = length
    }

    /// Whether the address is in the range; one of the other family never is.
    package func contains(_ address: IPAddress) -> Bool {
        guard address.isIPv4 == base.isIPv4 else { return false }
        let hostBits = (base.isIPv4 ? 32 : 128) - prefixLength
        return hostBits == 128 || address.value >> UInt128(hostBits) == base.value >> UInt128(hostBits)
    }
}

/// Which addresses a request may connect to.
///
/// Checked on the address of each socket that is about to connect and again on the connection that is about to be used,
/// so neither a name that changes its address nor a redirect nor a pooled connection gets round it.
package enum AddressPolicy: Sendable, Hashable {
    case any
    /// All, but never where a cloud keeps what its machines may know.
    case anyButCloudMetadata
    /// Public addresses and these ranges, but never where a cloud keeps what its machines may know.
    case publicInternet(allowing: [IPNetwork] = [])
    /// These ranges alone, but never where a cloud keeps what its machines may know.
    case only([IPNetwork])

    /// Whether a connection may go there.
    package func allows(_ address: IPAddress) -> Bool {
        switch self {
        case .any: true
        case .anyButCloudMetadata: !address.isCloudMetadata
        case .only(let networks): !address.isCloudMetadata && networks.contains { $0.contains(address) }
        case .publicInternet(let networks):
            !address.isCloudMetadata && (address.isPublic || networks.contains { $0.contains(address) })
        }
    }
}
