/// Decodes a chunked body (RFC 9112, 7.1). Extensions and trailers are read within a small limit and dropped.
struct ChunkedBodyDecoder {
    private enum State {
        case size
        case data(Int)
        case dataEnd, trailer
    }

    private var state = State.size
    private var trailerBytes = 0
    private static let lineLimit = 1024

    /// Moves what can be decoded from `input` to `output`; true once the body is complete.
    mutating func decode(
        _ input: inout [UInt8], into output: inout [UInt8], limit: Int
    ) throws(HTTPParseError) -> Bool {
        var position = 0
        defer { input.removeFirst(position) }
        while true {
            switch state {
            case .size:
                guard let line = try Self.line(input, from: position) else { return false }
                let size = try Self.size(input[line])
                guard size <= limit - output.count else { throw HTTPParseError(.contentTooLarge, "chunk") }
                position = line.upperBound + 2
                state = size == 0 ? .trailer : .data(size)
            case .data(let remaining):
                let count = min(remaining, input.count - position)
                output.append(contentsOf: input[position..<(position + count)])
                position += count
                guard count == remaining else {
                    state = .data(remaining - count)
                    return false
                }
                state = .dataEnd
            case .dataEnd:
                guard input.count - position >= 2 else { return false }
                guard input[position] == 0x0D, input[position + 1] == 0x0A else {
                    throw HTTPParseError(.badRequest, "chunk end")
                }
                position += 2
                state = .size
            case .trailer:
                guard let line = try Self.line(input, from: position) else { return false }
                trailerBytes += line.count + 2
                guard trailerBytes <= 4 * Self.lineLimit else { throw HTTPParseError(.headerFieldsTooLarge, "trailer") }
                position = line.upperBound + 2
                if line.isEmpty { return true }
            }
        }
    }

    private static func line(_ input: [UInt8], from start: Int) throws(HTTPParseError) -> Range<Int>? {
        guard let end = input[start...].firstIndex(where: { $0 == 0x0D || $0 == 0x0A }) else {
            if input.count - start > lineLimit { throw HTTPParseError(.badRequest, "chunk line") }
            return nil
        }
        guard input[end] == 0x0D, end - start <= lineLimit else { throw HTTPParseError(.badRequest, "chunk line") }
        guard end + 1 < input.count else { return nil }
        guard input[end + 1] == 0x0A else { throw HTTPParseError(.badRequest, "chunk line") }
        return start..<end
    }

    private static func size(_ line: ArraySlice<UInt8>) throws(HTTPParseError) -> Int {
        let digits = line.prefix { $0.hexDigitValue != nil }
        let rest = line[digits.endIndex...]
        guard (1...8).contains(digits.count), rest.isEmpty || rest.first == UInt8(ascii: ";") else {
            throw HTTPParseError(.badRequest, "chunk size")
        }
        return digits.reduce(0) { $0 << 4 | Int($1.hexDigitValue ?? 0) }
    }
}
