/// Turns the header lines that libcurl hands out, one at a time, into a response head.
struct HeadParser: Sendable {
    enum Event: Equatable {
        case more
        /// The final head is complete.
        case complete
        case malformed
    }

    private(set) var head = HTTPResponseHead(status: 0, version: "", headers: HTTPHeaders())
    private(set) var isComplete = false

    mutating func take(_ line: UnsafeRawBufferPointer) -> Event {
        // After the final head only trailers come; they change nothing.
        if isComplete { return .more }
        let text = unsafe Self.trimmed(line[...])
        if head.status == 0 { return unsafe takeStatus(text) }
        if unsafe text.isEmpty { return endHead() }
        guard let colon = unsafe text.firstIndex(of: UInt8(ascii: ":")) else { return .malformed }
        let name = unsafe String(decoding: text[..<colon], as: UTF8.self)
        unsafe head.headers.addReceived(name, String(decoding: Self.trimmed(text[(colon + 1)...]), as: UTF8.self))
        return .more
    }

    private mutating func endHead() -> Event {
        // 1xx is interim (RFC 9110 section 15.2): forget it, the real head follows.
        if head.status < 200 {
            self = HeadParser()
            return .more
        }
        isComplete = true
        return .complete
    }

    private mutating func takeStatus(_ line: Slice<UnsafeRawBufferPointer>) -> Event {
        let words = unsafe line.split(separator: 32, maxSplits: 2)
        guard unsafe words.count >= 2, unsafe words[0].starts(with: "HTTP/".utf8),
            let status = unsafe Int(String(decoding: words[1], as: UTF8.self)),
            (100...999).contains(status)
        else { return .malformed }
        head.version = unsafe String(decoding: words[0].dropFirst(5), as: UTF8.self)
        head.status = status
        return .more
    }

    /// Without blanks, tabs and line ends around it.
    private static func trimmed(_ text: Slice<UnsafeRawBufferPointer>) -> Slice<UnsafeRawBufferPointer> {
        let isBlank = { (byte: UInt8) in byte == 32 || (9...13).contains(byte) }
        let start = unsafe text.drop(while: isBlank)
        return unsafe start[..<(start.lastIndex { !isBlank($0) }.map { $0 + 1 } ?? start.startIndex)]
    }
}
