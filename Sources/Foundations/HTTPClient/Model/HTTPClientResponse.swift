package import HTTPMessages

/// A complete response.
package struct HTTPClientResponse: Sendable {
    package let head: HTTPResponseHead
    /// Decompressed.
    package let body: [UInt8]

    package var status: Int { head.status }
    package var headers: HTTPHeaders { head.headers }
}
