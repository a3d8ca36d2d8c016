/// Percent-decoding that refuses rather than guesses.
package enum PercentCoding {
    /// nil for an incomplete escape, a NUL or bytes that are not UTF-8.
    package static func decode(_ text: some StringProtocol, plusIsSpace: Bool = false) -> String? {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(text.utf8.count)
        var rest = text.utf8.makeIterator()
        while let byte = rest.next() {
            switch byte {
            case UInt8(ascii: "%"):
                guard let high = rest.next()?.hexDigitValue, let low = rest.next()?.hexDigitValue else { return nil }
                bytes.append(high << 4 | low)
            case UInt8(ascii: "+") where plusIsSpace: bytes.append(0x20)
            default: bytes.append(byte)
            }
        }
        return bytes.contains(0) ? nil : String(validating: bytes, as: UTF8.self)
    }

    /// Decodes segment by segment and resolves `.` and `..`; nil for a path that leaves the root, that hides a
    /// separator in an escape, or that cannot be decoded.
    package static func normalizedPath(_ raw: some StringProtocol) -> String? {
        guard raw.utf8.first == UInt8(ascii: "/") else { return nil }
        var segments: [String] = []
        let parts = raw.dropFirst().split(separator: "/", omittingEmptySubsequences: false)
        for (index, part) in parts.enumerated() {
            guard let segment = part.utf8.contains(UInt8(ascii: "%")) ? decode(part) : String(part) else { return nil }
            if segment.utf8.contains(UInt8(ascii: "/")) || segment.utf8.contains(UInt8(ascii: "\\")) { return nil }
            switch segment {
            case ".": if index == parts.count - 1 { segments.append("") }
            case "..":
                if segments.popLast() == nil { return nil }
                if index == parts.count - 1 { segments.append("") }
            default: segments.append(segment)
            }
        }
        return "/" + segments.joined(separator: "/")
    }
}
