/// The status line and fields of a response, as a client reads them.
package struct HTTPResponseHead: Sendable, Equatable {
    /// 100...999, as servers send it; 0 before there was one.
    package internal(set) var status: Int
    /// As sent: `1.0`, `1.1` or `2`.
    package internal(set) var version: String
    /// In the order in which they came.
    package internal(set) var headers: HTTPHeaders

    /// Whether the status is one of 200...299.
    package var isSuccess: Bool { (200..<300).contains(status) }

    /// A head by hand; a parser checks what it reads, this checks nothing.
    package init(status: Int, version: String = "1.1", headers: HTTPHeaders = [:]) {
        self.status = status
        self.version = version
        self.headers = headers
    }

    /// Parses a complete head of HTTP/1, without the blank line that ends it. Strict.
    init(_ bytes: ArraySlice<UInt8>) throws(HTTPHeadError) {
        let (statusLine, headers) = try HTTPHeadScanner.split(bytes)
        let parts = statusLine.split(separator: UInt8(ascii: " "), maxSplits: 2, omittingEmptySubsequences: false)
        let version = String(decoding: parts[0], as: UTF8.self)
        guard parts.count >= 2, ["HTTP/1.1", "HTTP/1.0"].contains(version), parts[1].count == 3,
            let status = Int(String(decoding: parts[1], as: UTF8.self)), (100...999).contains(status)
        else { throw HTTPHeadError("status line") }
        self.init(status: status, version: String(version.dropFirst("HTTP/".count)), headers: headers)
    }
}
