import HTTPMessages

/// Requests are cut off the stream at the same places however the network cuts it, and stay below their limits. Where two
/// readers of one stream disagree, a request can be smuggled.
enum FuzzHTTP {
    private static let limits = {
        var limits = HTTPRequestParser.Limits()
        limits.target = 64
        limits.head = 512
        limits.fields = 12
        limits.body = 16
        return limits
    }()

    private struct Request: Equatable {
        var head: HTTPRequestHead
        var body: [UInt8]
    }

    static func run(_ input: [UInt8]) throws {
        let input = FuzzInput(input)
        let whole = try read([input.payload[...]])
        let pieces = try read(input.pieces)
        try promise(whole.requests == pieces.requests, "a request depends on how the bytes are cut")
        try promise(whole.isRefused == pieces.isRefused, "a refusal depends on how the bytes are cut")
        let text = String(decoding: input.payload, as: UTF8.self)
        if let path = PercentCoding.normalizedPath(text) {
            let segments = path.split(separator: "/")
            try promise(!segments.contains(".."), "a path leaves its root")
        }
    }

    private static func read(
        _ pieces: [ArraySlice<UInt8>]
    ) throws -> (requests: [Request], isRefused: Bool) {
        var parser = HTTPRequestParser(limits: limits)
        var requests: [Request] = []
        for piece in pieces {
            let bytes = Array(piece)
            parser.append(bytes.span)
            while true {
                let output: HTTPRequestParser.Output
                do throws(HTTPParseError) { output = try parser.next() } catch { return (requests, true) }
                guard output != .wantsContinue else { continue }
                guard case .request(let head, let body) = output else { break }
                try promise(body.count <= limits.body, "a body exceeds the limit")
                try promise(head.target.utf8.count <= limits.target, "a target exceeds the limit")
                try promise(head.headers.fields.allSatisfy(\.isValid), "a field is taken that could not be sent")
                requests.append(Request(head: head, body: body))
            }
            try promise(parser.buffered <= limits.head + 2048, "what waits for more bytes exceeds its bound")
        }
        return (requests, false)
    }
}
