extension TextFormat where Value == String {
    /// A token (RFC 9110, 5.6.2) that is not the name of a field which the request needs as it is.
    package static var headerName: TextFormat {
        let marks = "!#$%&'*+-.^_`|~"
        let shape = TextShape(name: "header name", example: "X-Api-Key").with {
            $0.pattern = "^[!#$%&'*+.^_`|~0-9A-Za-z-]{1,80}$"
        }
        return TextFormat(shape: shape, placeholder: "X-Unset") { text throws(TextFormatError) in
            let isToken = text.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber) || marks.contains($0) }
            guard isToken, 1...80 ~= text.utf8.count else {
                throw TextFormatError("must be a header's name", hint: "letters, digits and '-', such as X-Api-Key")
            }
            let name = text.lowercased()
            guard !reservedHeaders.contains(name), !["content-", "webhook-"].contains(where: name.hasPrefix) else {
                throw TextFormatError(
                    "must not be '\(text)'", hint: "each request sets that header itself; leave it out")
            }
            return text
        }
    }

    /// ASCII that can be seen, and blanks inside: anything else is another thing to each receiver, or ends the line.
    package static var headerValue: TextFormat {
        let shape = TextShape(name: "header value", example: "5f0c8a7e").with {
            $0.pattern = "^[!-~]([ -~]{0,1998}[!-~])?$"
        }
        return TextFormat(shape: shape, placeholder: "unset") { text throws(TextFormatError) in
            guard 1...2_000 ~= text.utf8.count, text.utf8.allSatisfy({ 0x20...0x7E ~= $0 }), text.first != " ",
                text.last != " "
            else {
                throw TextFormatError("must be 1 to 2000 ASCII characters in one line")
            }
            return text
        }
    }

    /// Besides those that say what the body is, and those of Standard Webhooks.
    private static var reservedHeaders: Set<String> {
        ["host", "connection", "transfer-encoding", "expect", "keep-alive", "te", "trailer", "upgrade"]
    }
}
