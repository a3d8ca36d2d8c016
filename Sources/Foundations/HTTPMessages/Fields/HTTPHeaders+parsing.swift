extension HTTPHeaders {
    /// The lines of a head, without their ends.
    package static func lines(_ bytes: ArraySlice<UInt8>) throws(HTTPHeadError) -> [ArraySlice<UInt8>] {
        var lines: [ArraySlice<UInt8>] = []
        var start = bytes.startIndex
        while let end = bytes[start...].firstIndex(of: 0x0D) {
            guard end + 1 < bytes.endIndex, bytes[end + 1] == 0x0A else { throw HTTPHeadError("bare CR") }
            lines.append(bytes[start..<end])
            start = end + 2
        }
        lines.append(bytes[start...])
        return lines
    }

    /// One field line. Refuses folded lines, blanks before the colon and control characters.
    package mutating func add(parsing line: ArraySlice<UInt8>) throws(HTTPHeadError) {
        guard let colon = line.firstIndex(of: UInt8(ascii: ":")), colon > line.startIndex,
            line[..<colon].allSatisfy(\.isTokenCharacter)
        else { throw HTTPHeadError("field name") }
        let value = line[(colon + 1)...]
        guard value.allSatisfy({ $0 >= 0x20 && $0 != 0x7F || $0 == 0x09 }) else {
            throw HTTPHeadError("field value")
        }
        add(
            String(decoding: line[..<colon], as: UTF8.self),
            String(String(decoding: value, as: UTF8.self).trimmingBlanks))
    }
}
