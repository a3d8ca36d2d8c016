/// What a request carries.
package enum HTTPRequestBody: Sendable {
    case none
    /// Bytes held in memory until the transfer ends.
    case bytes([UInt8], contentType: String)
    /// `multipart/form-data`; files are read while they are sent.
    case multipart(MultipartForm)

    var isEmpty: Bool {
        if case .none = self { true } else { false }
    }
}
