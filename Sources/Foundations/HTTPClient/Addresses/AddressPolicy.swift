/// Which addresses a request may connect to.
///
/// Checked on the address of each socket that is about to connect and again on the connection that is about to be used,
/// so neither a name that changes its address nor a redirect nor a pooled connection gets round it.
package enum AddressPolicy: Sendable, Hashable {
    case any
    /// Public addresses and these ranges, but never where a cloud keeps what its machines may know.
    case publicInternet(allowing: [IPNetwork] = [])

    func allows(_ address: IPAddress) -> Bool {
        switch self {
        case .any: true
        case .publicInternet(let networks):
            !address.isCloudMetadata && (address.isPublic || networks.contains { $0.contains(address) })
        }
    }
}
