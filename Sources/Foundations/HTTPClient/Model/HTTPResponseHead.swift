/// Status and headers of a final response.
public struct HTTPResponseHead: Sendable {
    public internal(set) var status: Int
    /// As sent: `1.0`, `1.1` or `2`.
    public internal(set) var version: String
    public internal(set) var headers: HTTPHeaders

    public var isSuccess: Bool { (200..<300).contains(status) }
}
