import Sockets
import Testing

@testable import Daemon

@Suite("Wrong tokens")
struct WrongTokensTests {
    private let here = Peer.process(pid: 7, userID: 1_000, groupID: 1_000)

    @Test("ten a minute are refused from one place, and the first of them is worth a line; then they are too many")
    func most() {
        var tokens = WrongTokens()
        #expect(tokens.came(from: here, at: .zero) == .refused(isFirst: true))
        for second in 1..<10 { #expect(tokens.came(from: here, at: .seconds(second)) == .refused(isFirst: false)) }
        #expect(tokens.came(from: here, at: .seconds(59)) == .tooMany)
        #expect(tokens.came(from: here, at: .seconds(60)) == .refused(isFirst: true), "a minute later it begins anew")
    }

    @Test("another process of the same user and another port of the same machine are the same place, others are not")
    func places() {
        var tokens = WrongTokens()
        for pid in 0..<10 { _ = tokens.came(from: .process(pid: Int32(pid), userID: 1_000, groupID: 1), at: .zero) }
        #expect(tokens.came(from: here, at: .zero) == .tooMany)
        #expect(tokens.came(from: .process(pid: 7, userID: 1_001, groupID: 1), at: .zero) == .refused(isFirst: true))
        for port in 1...10 { _ = tokens.came(from: .address("192.0.2.1", port: port), at: .zero) }
        #expect(tokens.came(from: .address("192.0.2.1", port: 99), at: .zero) == .tooMany)
        #expect(tokens.came(from: .address("192.0.2.2", port: 1), at: .zero) == .refused(isFirst: true))
    }

    @Test("however many places there are, only so many are remembered, and the oldest is forgotten")
    func bound() {
        var tokens = WrongTokens()
        for number in 0..<1_000 {
            _ = tokens.came(from: .address("2001:db8:0:\(number)::1", port: 1), at: .milliseconds(number))
        }
        #expect("\(tokens)".components("/64").count - 1 <= WrongTokens.mostPlaces)
        #expect(tokens.came(from: .address("2001:db8:0:999::2", port: 1), at: .seconds(2)) == .refused(isFirst: false))
    }
}

extension String {
    fileprivate func components(_ separator: String) -> [Substring] {
        var (parts, rest) = ([Substring](), self[...])
        while let range = rest.firstRange(of: separator) {
            parts.append(rest[..<range.lowerBound])
            rest = rest[range.upperBound...]
        }
        return parts + [rest]
    }
}
