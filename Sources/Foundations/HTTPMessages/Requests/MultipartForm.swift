import Values

/// The fields and files of a form, as a body of `multipart/form-data` has them (RFC 7578).
package struct MultipartForm: Sendable, Equatable {
    package struct Part: Sendable, Equatable {
        /// The field's name in the form.
        package let name: String
        /// What the file is called where it comes from; `nil` for a field that is no file.
        package let fileName: String?
        package let bytes: ArraySlice<UInt8>
    }

    /// In the order of the form.
    package let parts: [Part]

    /// No form has more fields.
    package static let mostParts = 64
    /// Bytes of what stands before the content of one.
    package static let longestHead = 1_024

    /// - Parameters:
    ///   - body: complete.
    ///   - contentType: the request's field, which says what separates the parts.
    /// - Returns: `nil` for a body of another type, and for one that is cut off or malformed: then nothing of it counts.
    package init?(_ body: [UInt8], contentType: String) {
        guard let boundary = Self.boundary(in: contentType) else { return nil }
        let delimiter = Array("\r\n--\(boundary)".utf8)
        // The first one may stand at the very beginning.
        guard var rest = Self.behindFirst(delimiter, in: body[...]) else { return nil }
        var parts: [Part] = []
        while true {
            if rest.starts(with: [0x2D, 0x2D]) { break }
            guard parts.count < Self.mostParts, rest.starts(with: [0x0D, 0x0A]),
                let end = Self.place(of: delimiter, in: rest.dropFirst(2)),
                let part = Part(rest[(rest.startIndex + 2)..<end])
            else { return nil }
            parts.append(part)
            rest = rest[(end + delimiter.count)...]
        }
        self.parts = parts
    }

    private static func boundary(in contentType: String) -> String? {
        let pieces = contentType.split(separator: ";")
        guard pieces.first?.lowercased() == "multipart/form-data" else { return nil }
        for piece in pieces.dropFirst() {
            let text = piece.drop { $0 == " " }
            guard text.lowercased().hasPrefix("boundary=") else { continue }
            let value = text.dropFirst(9).filter { $0 != "\"" }
            guard 1...70 ~= value.utf8.count, value.utf8.allSatisfy({ 0x21...0x7E ~= $0 }) else { return nil }
            return value
        }
        return nil
    }

    private static func behindFirst(_ delimiter: [UInt8], in body: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
        if body.starts(with: delimiter.dropFirst(2)) { return body.dropFirst(delimiter.count - 2) }
        return place(of: delimiter, in: body).map { body[($0 + delimiter.count)...] }
    }

    /// Where it begins.
    private static func place(of delimiter: [UInt8], in bytes: ArraySlice<UInt8>) -> Int? {
        var from = bytes.startIndex
        while let start = bytes[from...].firstIndex(of: delimiter[0]) {
            if bytes[start...].starts(with: delimiter) { return start }
            from = start + 1
        }
        return nil
    }
}

extension MultipartForm.Part {
    /// - Parameter bytes: the fields of its head, an empty line, and the content.
    fileprivate init?(_ bytes: ArraySlice<UInt8>) {
        let end: [UInt8] = [0x0D, 0x0A, 0x0D, 0x0A]
        let room = bytes.prefix(MultipartForm.longestHead)
        guard let stop = room.indices.first(where: { room[$0...].starts(with: end) }) else { return nil }
        let head = String(decoding: bytes[..<stop], as: UTF8.self)
        // A line break of a head is one character.
        let fields = head.split(separator: Character("\r\n")).map { $0.split(separator: ":", maxSplits: 1) }
        guard
            let disposition = fields.first(where: { $0.count == 2 && $0[0].lowercased() == "content-disposition" })?[1],
            disposition.drop(while: { $0 == " " }).lowercased().hasPrefix("form-data;"),
            let name = Self.parameter("name", of: disposition)
        else { return nil }
        self.name = name
        fileName = Self.parameter("filename", of: disposition)
        self.bytes = bytes[(stop + end.count)...]
    }

    /// Browsers put each into quotation marks, and write what would end it as `%22`.
    private static func parameter(_ name: String, of disposition: Substring) -> String? {
        guard let found = disposition.range(ofText: " \(name)=\"") else { return nil }
        let rest = disposition[found.upperBound...]
        guard let end = rest.firstIndex(of: "\"") else { return nil }
        return String(rest[..<end])
    }
}
