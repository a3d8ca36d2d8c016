import Values

/// Text of a stranger as bytes in lower case, each with its place in the original, so that what JSON, URLs or HTML have written
/// in other characters is found where it stands.
struct EchoedText {
    /// ASCII letters in lower case.
    private(set) var bytes: [UInt8] = []
    /// The UTF-8 offset at which each of them begins in the original, and where the last one ends.
    private var starts: [Int] = []

    init(_ text: String) {
        bytes = text.utf8.map(Self.lowercased)
        starts = Array(0...bytes.count)
    }

    private init() {}

    /// With one layer of `\/`, `\u002f`, `%2F`, `&amp;`, `&#47;` and `&#x2F;` undone.
    var decoded: EchoedText {
        var result = EchoedText()
        var place = 0
        while place < bytes.count {
            let (byte, length) = Self.escaped(bytes[place...].prefix(8)) ?? (bytes[place], 1)
            result.bytes.append(Self.lowercased(byte))
            result.starts.append(starts[place])
            place += length
        }
        result.starts.append(starts[bytes.count])
        return result
    }

    /// A copy with `<redacted>` wherever the word stands: as it is, or behind one or two layers of writing it.
    ///
    /// - Parameters:
    ///   - word: in lower case. An empty one stands nowhere.
    ///   - least: so many bytes of its beginning are enough, as where an answer was cut off; `nil`: only the whole.
    static func replacing(_ word: [UInt8], in text: String, from least: Int? = nil) -> String {
        let raw = EchoedText(text)
        let once = raw.decoded
        let places = [raw, once, once.decoded].flatMap { $0.places(of: word, from: least ?? word.count) }
            .sorted { $0.lowerBound < $1.lowerBound }
        guard !places.isEmpty else { return text }
        let original = Array(text.utf8)
        var (result, end) = ([UInt8](), 0)
        for place in places where place.upperBound > end {
            // What overlaps the one before belongs to it.
            if place.lowerBound >= end { result += original[end..<place.lowerBound] + Array("<redacted>".utf8) }
            end = place.upperBound
        }
        return String(decoding: result + original[end...], as: UTF8.self)
    }

    private func places(of word: [UInt8], from least: Int) -> [Range<Int>] {
        guard !word.isEmpty, least <= word.count else { return [] }
        var (found, place) = ([Range<Int>](), 0)
        while place + least <= bytes.count {
            var length = 0
            while length < word.count, place + length < bytes.count, bytes[place + length] == word[length] {
                length += 1
            }
            if length >= least { found.append(starts[place]..<starts[place + length]) }
            place += length >= least ? length : 1
        }
        return found
    }

    /// The byte that an escape at the beginning stands for, and the escape's length; `nil` for none.
    private static func escaped(_ bytes: ArraySlice<UInt8>) -> (UInt8, Int)? {
        switch bytes.first {
        case UInt8(ascii: "%"): return number(bytes.dropFirst().prefix(2), radix: 16, count: 2).map { ($0, 3) }
        case UInt8(ascii: "\\"):
            if bytes.dropFirst().first == UInt8(ascii: "u") {
                return number(bytes.dropFirst(2).prefix(4), radix: 16, count: 4).map { ($0, 6) }
            }
            return bytes.dropFirst().first.flatMap { Array(#"/\""#.utf8).contains($0) ? ($0, 2) : nil }
        case UInt8(ascii: "&"):
            guard let end = bytes.firstIndex(of: UInt8(ascii: ";")) else { return nil }
            return entity(bytes[bytes.startIndex + 1..<end]).map { ($0, end - bytes.startIndex + 1) }
        default: return nil
        }
    }

    private static func entity(_ name: ArraySlice<UInt8>) -> UInt8? {
        if name.starts(with: Array("#x".utf8)) { return number(name.dropFirst(2), radix: 16) }
        if name.first == UInt8(ascii: "#") { return number(name.dropFirst(), radix: 10) }
        return switch String(decoding: name, as: UTF8.self) {
        case "amp": UInt8(ascii: "&")
        case "lt": UInt8(ascii: "<")
        case "gt": UInt8(ascii: ">")
        case "quot": UInt8(ascii: "\"")
        case "apos": UInt8(ascii: "'")
        case "sol": UInt8(ascii: "/")
        default: nil
        }
    }

    private static func number(_ digits: ArraySlice<UInt8>, radix: Int, count: Int? = nil) -> UInt8? {
        guard digits.count == count ?? digits.count, digits.first != UInt8(ascii: "-"),
            digits.first != UInt8(ascii: "+")
        else { return nil }
        return UInt8(String(decoding: digits, as: UTF8.self), radix: radix)
    }

    private static func lowercased(_ byte: UInt8) -> UInt8 { 0x41...0x5A ~= byte ? byte | 0x20 : byte }
}
