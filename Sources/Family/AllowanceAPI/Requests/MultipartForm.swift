/// A form with texts and files, as `multipart/form-data` (RFC 7578): the one body that servers take a chore's completion in.
struct MultipartForm: Sendable, Equatable {
    private let boundary: String
    private var parts: [UInt8] = []

    /// - Parameter key: of the request. Nobody who wrote a part could know it, so none holds the boundary.
    init(key: String) { boundary = "pocketbell-\(key)" }

    /// Adds a text; blanks and line breaks stay as they are.
    ///
    /// - Parameter name: of ours: it is not escaped.
    mutating func add(_ name: StaticString, _ text: String) { add("name=\"\(name)\"", Array(text.utf8)) }

    /// Adds a file.
    ///
    /// - Parameters:
    ///   - name: of ours, as are the others: they are not escaped.
    ///   - file: what the file is called; a person's own name for it may say more than it should.
    mutating func add(_ name: StaticString, file: StaticString, type: StaticString, _ bytes: [UInt8]) {
        add("name=\"\(name)\"; filename=\"\(file)\"\r\nContent-Type: \(type)", bytes)
    }

    private mutating func add(_ head: String, _ bytes: [UInt8]) {
        parts += Array("--\(boundary)\r\nContent-Disposition: form-data; \(head)\r\n\r\n".utf8) + bytes + [0x0D, 0x0A]
    }

    /// For the header of the request.
    var contentType: String { "multipart/form-data; boundary=\(boundary)" }

    /// All parts and the end.
    var bytes: [UInt8] { parts + Array("--\(boundary)--\r\n".utf8) }
}
