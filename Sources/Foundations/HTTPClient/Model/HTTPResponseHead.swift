/// Status and headers of a final response.
package struct HTTPResponseHead: Sendable {
    package internal(set) var status: Int
    /// As sent: `1.0`, `1.1` or `2`.
    package internal(set) var version: String
    package internal(set) var headers: HTTPHeaders

    package var isSuccess: Bool { (200..<300).contains(status) }
}
