/// Builds a response's head from its lines, as an HTTP library hands them out one at a time. Lenient, where
/// ``HTTPResponseHeadReader`` is strict: servers in use send more than the standard allows, the library has already
/// decided where the response ends, and nothing of what is read here is passed on.
package struct HTTPResponseLineReader: Sendable {
    /// What a line was.
    package enum Event: Equatable {
        case more
        /// The final head is complete.
        case complete
        case malformed
    }

    /// As far as it has come; whole when ``isComplete`` says so.
    package private(set) var head = HTTPResponseHead(status: 0, version: "")
    /// Whether the final head, not an interim one, has ended.
    package private(set) var isComplete = false

    /// At the beginning of a response.
    package init() {}

    /// Takes the next line, with or without its end.
    package mutating func take(_ line: ArraySlice<UInt8>) -> Event {
        // After the final head only trailers come; they change nothing.
        if isComplete { return .more }
        let text = Self.trimmed(line)
        if head.status == 0 { return takeStatus(text) }
        if text.isEmpty { return endHead() }
        guard let colon = text.firstIndex(of: UInt8(ascii: ":")) else { return .malformed }
        head.headers.add(
            String(decoding: text[..<colon], as: UTF8.self),
            String(decoding: Self.trimmed(text[(colon + 1)...]), as: UTF8.self))
        return .more
    }

    private mutating func endHead() -> Event {
        // 1xx is interim (RFC 9110 section 15.2): forget it, the real head follows.
        if head.status < 200 {
            self = HTTPResponseLineReader()
            return .more
        }
        isComplete = true
        return .complete
    }

    private mutating func takeStatus(_ line: ArraySlice<UInt8>) -> Event {
        let words = line.split(separator: 32, maxSplits: 2)
        guard words.count >= 2, words[0].starts(with: "HTTP/".utf8),
            let status = Int(String(decoding: words[1], as: UTF8.self)), (100...999).contains(status)
        else { return .malformed }
        head.version = String(decoding: words[0].dropFirst(5), as: UTF8.self)
        head.status = status
        return .more
    }

    /// Without blanks, tabs and line ends around it.
    private static func trimmed(_ text: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        let isBlank = { (byte: UInt8) in byte == 32 || (9...13).contains(byte) }
        let start = text.drop(while: isBlank)
        return start[..<(start.lastIndex { !isBlank($0) }.map { $0 + 1 } ?? start.startIndex)]
    }
}
