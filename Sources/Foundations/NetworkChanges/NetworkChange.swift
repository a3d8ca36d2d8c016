/// What one message of the kernel says of this machine's network.
package enum NetworkChange: Sendable, Hashable {
    /// There is a link, an address or a default route that may not have been there: what could not be reached may be now.
    case came
    /// One of them is gone.
    case went
}

extension NetworkChange {
    /// Reads what a netlink socket gave: rtnetlink(7). Loopback, addresses of this machine or link alone, and routes to single
    /// networks say nothing of whether others can be reached.
    ///
    /// - Parameter bytes: whole messages, as the kernel sends them; what is cut short is left out.
    package static func read(_ bytes: Span<UInt8>) -> Set<NetworkChange> {
        var changes: Set<NetworkChange> = []
        var start = 0
        while let message = Message(bytes, at: start) {
            if let change = message.change(in: bytes) { changes.insert(change) }
            start = message.next
        }
        return changes
    }
}

/// One message's place and kind: `struct nlmsghdr`.
private struct Message {
    /// RTM_NEWLINK and its like.
    private enum Kind: UInt16 {
        case newLink = 16, deletedLink = 17, newAddress = 20, deletedAddress = 21, newRoute = 24, deletedRoute = 25
    }

    private static let headLength = 16
    private let kind: UInt16
    private let body: Range<Int>
    /// Where the next begins: messages are aligned to 4 bytes.
    let next: Int

    init?(_ bytes: Span<UInt8>, at start: Int) {
        guard let length = bytes.integer(at: start, as: UInt32.self), length >= Self.headLength,
            Int(length) <= bytes.count - start, let kind = bytes.integer(at: start + 4, as: UInt16.self)
        else { return nil }
        self.kind = kind
        body = start + Self.headLength..<start + Int(length)
        next = start + (Int(length) + 3) & ~3
    }

    func change(in bytes: Span<UInt8>) -> NetworkChange? {
        guard let kind = Kind(rawValue: kind) else { return nil }
        switch kind {
        case .newLink:
            guard let flags = flags(bytes), !flags.isLoopback else { return nil }
            return flags.isRunning ? .came : .went
        case .deletedLink: return flags(bytes).map(\.isLoopback) == false ? .went : nil
        case .newAddress: return isOfOthers(bytes) ? .came : nil
        case .deletedAddress: return isOfOthers(bytes) ? .went : nil
        case .newRoute: return isDefault(bytes) ? .came : nil
        case .deletedRoute: return isDefault(bytes) ? .went : nil
        }
    }

    /// `ifi_flags` of `struct ifinfomsg`: IFF_LOOPBACK, and IFF_RUNNING for a link that carries.
    private func flags(_ bytes: Span<UInt8>) -> (isLoopback: Bool, isRunning: Bool)? {
        guard body.count >= 16, let flags = bytes.integer(at: body.lowerBound + 8, as: UInt32.self) else { return nil }
        return (flags & 0x8 != 0, flags & 0x40 != 0)
    }

    /// `ifa_scope` of `struct ifaddrmsg`: below RT_SCOPE_LINK, so that others can answer.
    private func isOfOthers(_ bytes: Span<UInt8>) -> Bool { body.count >= 8 && bytes[body.lowerBound + 3] < 253 }

    /// `struct rtmsg`: to everywhere (`rtm_dst_len` 0) and a way to others (RTN_UNICAST).
    private func isDefault(_ bytes: Span<UInt8>) -> Bool {
        body.count >= 12 && bytes[body.lowerBound + 1] == 0 && bytes[body.lowerBound + 7] == 1
    }
}

extension Span<UInt8> {
    /// A number in this machine's byte order; `nil` beyond the end.
    fileprivate func integer<Value: FixedWidthInteger>(at start: Int, as type: Value.Type) -> Value? {
        let size = Value.bitWidth / 8
        guard start >= 0, start <= count - size else { return nil }
        // The kernel writes its own order: little-endian on every machine that this is built for.
        return (0..<size).reversed().reduce(0) { $0 << 8 | Value(self[start + $1]) }
    }
}
