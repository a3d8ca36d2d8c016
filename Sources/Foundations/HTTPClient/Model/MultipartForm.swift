/// A `multipart/form-data` body.
///
/// Quotes and line ends in names are escaped by libcurl.
package struct MultipartForm: Sendable {
    enum Source: Sendable {
        case bytes([UInt8])
        case file(path: String)
    }

    struct Part: Sendable {
        let name: String
        let filename: String?
        let contentType: String?
        let source: Source
    }

    private(set) var parts: [Part] = []

    package init() {}

    package mutating func addField(_ name: String, _ value: String) {
        parts.append(Part(name: name, filename: nil, contentType: nil, source: .bytes(Array(value.utf8))))
    }

    package mutating func addBytes(_ name: String, _ bytes: [UInt8], filename: String, contentType: String)
        throws(HTTPError)
    {
        parts.append(Part(name: name, filename: filename, contentType: try checked(contentType), source: .bytes(bytes)))
    }

    /// The file is opened when the request starts and read on the service thread, so it must be a local regular file.
    package mutating func addFile(_ name: String, path: String, filename: String, contentType: String) throws(HTTPError)
    {
        parts.append(
            Part(name: name, filename: filename, contentType: try checked(contentType), source: .file(path: path)))
    }

    private func checked(_ contentType: String) throws(HTTPError) -> String {
        guard contentType.utf8.allSatisfy({ $0 >= 32 && $0 < 127 }) else {
            throw .badRequest("content type holds a control character")
        }
        return contentType
    }
}
