import TextFormats

/// Decides whether bytes are text that both libyaml and people's editors count in the same lines.
enum YAMLEncoding {
    static func text(of bytes: [UInt8], name: String, limits: YAMLLimits) throws(Diagnostics) -> String {
        func refuse(_ message: String, hint: String? = nil, after prefix: ArraySlice<UInt8> = []) -> Diagnostics {
            let source = SourceText(name: name, text: String(decoding: prefix, as: UTF8.self))
            return Diagnostics(source: source, [Diagnostic(.error, SourceRange(source.end), message, hint: hint)])
        }
        guard bytes.count <= limits.bytes else {
            throw refuse("the file is too large", hint: "at most \(limits.bytes / 1024) KiB are read")
        }
        // libyaml would switch to UTF-16 by itself.
        if bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [0xFE, 0xFF]) {
            throw refuse("the file is UTF-16", hint: "save it as UTF-8")
        }
        let body = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? bytes.dropFirst(3) : bytes[...]
        guard let text = String(validating: body, as: UTF8.self) else {
            throw refuse("this isn't UTF-8 text", hint: "save the file as UTF-8", after: validPrefix(of: body))
        }
        // YAML 1.1 breaks lines at these three; editors don't, and every later position would be off.
        if let bad = text.unicodeScalars.firstIndex(where: { $0 == "\u{85}" || $0 == "\u{2028}" || $0 == "\u{2029}" }) {
            let code = String(text.unicodeScalars[bad].value, radix: 16, uppercase: true)
            throw refuse("invisible line separator U+\(code)", hint: "delete it", after: ArraySlice(text[..<bad].utf8))
        }
        if let start = longLine(in: body, limit: limits.lineBytes) {
            throw refuse(
                "this line is too long", hint: "at most \(limits.lineBytes / 1024) KiB; break it", after: body[..<start]
            )
        }
        return text
    }

    /// Where the first line begins that has more bytes than allowed.
    private static func longLine(in bytes: ArraySlice<UInt8>, limit: Int) -> Int? {
        var start = bytes.startIndex
        for index in bytes.indices {
            if bytes[index] == 0x0A || bytes[index] == 0x0D {
                start = index + 1
            } else if index - start >= limit {
                return start
            }
        }
        return nil
    }

    /// Everything before the first byte that can't be UTF-8.
    private static func validPrefix(of bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        unsafe bytes.withUnsafeBufferPointer { buffer in
            do throws(UTF8.ValidationError) {
                _ = try unsafe UTF8Span(validating: buffer.span)
                return bytes
            } catch {
                return bytes.prefix(error.byteOffsets.lowerBound)
            }
        }
    }
}
