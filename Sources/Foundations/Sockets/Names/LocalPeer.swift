import Glibc

/// Whose program is at the other end of a connection within this machine, as the kernel's tables tell (proc_net(5)).
public enum LocalPeer {
    /// The user who opened the other end of a connection.
    ///
    /// It reads the kernel's table of all connections of this machine, so not where that matters.
    ///
    /// - Parameters:
    ///   - peer: over TCP; the process at a Unix socket is known without this.
    ///   - port: ours, to which it is connected.
    /// - Returns: `nil` for a peer elsewhere, for one that has ended, and where the kernel shows no tables.
    public static func userID(of peer: Peer, connectedTo port: Int) -> UInt32? {
        guard case .address(let address, let peerPort) = peer else { return nil }
        let path = address == "::1" ? "/proc/net/tcp6" : "/proc/net/tcp"
        guard let name = name(of: address, peerPort), let table = contents(of: path) else { return nil }
        return userID(in: table, of: name, connectedTo: hex(port, digits: 4))
    }

    /// - Parameters:
    ///   - name: address and port, as the table spells them.
    ///   - port: as the table spells it.
    static func userID(in table: [UInt8], of name: String, connectedTo port: String) -> UInt32? {
        let (name, port) = (Array(name.utf8), Array((":" + port).utf8))
        for line in table.split(separator: UInt8(ascii: "\n")) {
            let fields = line.split(separator: UInt8(ascii: " "))
            // What has ended already belongs to nobody: its user is 0, as root's.
            guard fields.count > 7, fields[1].elementsEqual(name), fields[2].suffix(port.count).elementsEqual(port),
                !fields[3].elementsEqual("06".utf8)
            else { continue }
            return UInt32(String(decoding: fields[7], as: UTF8.self))
        }
        return nil
    }

    /// `nil` for an address that can't be this machine's, or that is not looked for.
    static func name(of address: String, _ port: Int) -> String? {
        if address == "::1" { return "00000000000000000000000001000000:" + hex(port, digits: 4) }
        let text = address.hasPrefix("::ffff:") ? String(address.dropFirst(7)) : address
        let bytes = text.split(separator: ".", omittingEmptySubsequences: false).map { UInt8($0) }
        guard bytes.count == 4, !bytes.contains(nil) else { return nil }
        // The four bytes as a number of this machine, which has the first one last.
        return bytes.reversed().map { hex(Int($0 ?? 0), digits: 2) }.joined() + ":" + hex(port, digits: 4)
    }

    private static func hex(_ number: Int, digits: Int) -> String {
        let text = String(number, radix: 16, uppercase: true)
        return String(repeating: "0", count: max(0, digits - text.count)) + text
    }

    private static func contents(of path: String) -> [UInt8]? {
        let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        var (bytes, buffer) = ([UInt8](), [UInt8](repeating: 0, count: 1 << 16))
        while case let count = unsafe read(descriptor, &buffer, buffer.count), count > 0 { bytes += buffer[..<count] }
        return bytes
    }
}
