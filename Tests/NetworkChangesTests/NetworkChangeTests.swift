import NetworkChanges
import Testing

/// The kernel's bytes, as `struct nlmsghdr` and what follows it have them.
@Suite("What the kernel says of the network")
struct NetworkChangeTests {
    @Test(
        "links, addresses and default routes that come and go",
        arguments: [
            (link(16, flags: 0x1_0043), NetworkChange.came), (link(16, flags: 0x1003), .went),
            (link(17, flags: 0x1_0043), .went), (address(20, scope: 0), .came), (address(21, scope: 0), .went),
            (address(20, scope: 200), .came), (route(24), .came), (route(25), .went),
        ])
    func told(_ message: [UInt8], _ change: NetworkChange) {
        #expect(NetworkChange.read(message.span) == [change])
    }

    @Test(
        "what says nothing of whether others can be reached",
        arguments: [
            link(16, flags: 0x1_0049), link(17, flags: 0x49), address(20, scope: 254), address(20, scope: 253),
            route(24, length: 24), route(24, kind: 2), message(3, []), message(2, [0, 0, 0, 0]), [],
        ])
    func silent(_ message: [UInt8]) {
        #expect(NetworkChange.read(message.span) == [])
    }

    @Test("several messages, of lengths that need padding")
    func several() {
        let bytes = Self.address(20, scope: 0, more: [1, 2, 3]) + Self.link(16, flags: 0x49) + Self.route(25)
        #expect(NetworkChange.read(bytes.span) == [.came, .went])
    }

    @Test("whatever is cut short ends the reading and nothing else")
    func cut() {
        let bytes = Self.link(16, flags: 0x43) + Self.route(25)
        for length in bytes.indices {
            let found = NetworkChange.read(bytes.span.extracting(0..<length))
            #expect(found == (length >= 32 ? [.came] : []))
        }
        // A length of less than the head would else be read for ever.
        var endless = Self.link(16, flags: 0x43)
        endless[0] = 0
        #expect(NetworkChange.read(endless.span) == [])
        endless.replaceSubrange(0..<4, with: [255, 255, 255, 255])
        #expect(NetworkChange.read(endless.span) == [])
    }

    // MARK: Messages

    private static func link(_ kind: UInt16, flags: UInt32) -> [UInt8] {
        message(kind, [0, 0, 1, 0, 2, 0, 0, 0] + flags.bytes + [255, 255, 255, 255])
    }

    private static func address(_ kind: UInt16, scope: UInt8, more: [UInt8] = []) -> [UInt8] {
        message(kind, [2, 24, 128, scope, 2, 0, 0, 0] + more)
    }

    private static func route(_ kind: UInt16, length: UInt8 = 0, kind type: UInt8 = 1) -> [UInt8] {
        message(kind, [2, length, 0, 0, 254, 3, 0, type, 0, 0, 0, 0])
    }

    private static func message(_ kind: UInt16, _ body: [UInt8]) -> [UInt8] {
        let length = UInt32(16 + body.count)
        let padding = [UInt8](repeating: 0, count: (4 - body.count % 4) % 4)
        return length.bytes + kind.bytes + [0, 0] + [0, 0, 0, 0] + [0, 0, 0, 0] + body + padding
    }
}

extension FixedWidthInteger {
    fileprivate var bytes: [UInt8] { (0..<Self.bitWidth / 8).map { UInt8(truncatingIfNeeded: self >> ($0 * 8)) } }
}
