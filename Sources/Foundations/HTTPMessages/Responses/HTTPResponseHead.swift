/// The status line and fields of a response, as a client reads them.
struct HTTPResponseHead: Equatable {
    var status: Int
    /// HTTP/1.1 rather than 1.0.
    var isVersion11: Bool
    var headers: HTTPHeaders

    /// Parses a complete head, without the blank line that ends it.
    init(_ bytes: ArraySlice<UInt8>) throws(HTTPHeadError) {
        var lines = try HTTPHeaders.lines(bytes)[...]
        let statusLine = lines.removeFirst()
        let parts = statusLine.split(separator: UInt8(ascii: " "), maxSplits: 2, omittingEmptySubsequences: false)
        let version = String(decoding: parts[0], as: UTF8.self)
        guard parts.count >= 2, ["HTTP/1.1", "HTTP/1.0"].contains(version), parts[1].count == 3,
            let status = Int(String(decoding: parts[1], as: UTF8.self)), (100...999).contains(status)
        else { throw HTTPHeadError("status line") }
        self.status = status
        isVersion11 = version == "HTTP/1.1"
        headers = HTTPHeaders()
        for line in lines { try headers.add(parsing: line) }
    }
}
