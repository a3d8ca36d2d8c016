/// A complete response.
public struct HTTPResponse: Sendable {
    public let head: HTTPResponseHead
    /// Decompressed.
    public let body: [UInt8]

    public var status: Int { head.status }
    public var headers: HTTPHeaders { head.headers }
}
