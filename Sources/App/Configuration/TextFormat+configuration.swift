package import TextFormats
import Values

extension TextFormat where Value == String {
    /// An address with an optional path; nothing that could hold a password.
    package static var serverAddress: TextFormat {
        let shape = TextShape(name: "URL", example: "https://allowance.example.org")
            .with { $0.pattern = "^https?://[^\\s/@?#]+(/[^\\s?#]*)?$" }
        return TextFormat(shape: shape, placeholder: "https://allowance.example.org") { text throws(TextFormatError) in
            let address = try TextFormat.url.parse(text)
            guard !address.contains("?"), !address.contains("#") else {
                throw TextFormatError("must be a URL without query and fragment", hint: "end it before '?' and '#'")
            }
            let rest = address.drop { $0 != "/" }.dropFirst(2)
            guard !rest.prefix(while: { $0 != "/" }).contains("@") else {
                throw TextFormatError("must be a URL without user name and password")
            }
            return address
        }
    }

    /// A path on a server: `/hubs/family`.
    static var urlPath: TextFormat {
        let shape = TextShape(name: "URL path", example: "/hubs/family").with { $0.pattern = "^/[^\\s?#]*$" }
        return TextFormat(shape: shape, placeholder: "/") { text throws(TextFormatError) in
            guard text.hasPrefix("/"), !text.contains(where: { $0.isWhitespace || $0 == "?" || $0 == "#" }) else {
                throw TextFormatError("must be a path that begins with '/'", hint: "such as /hubs/family")
            }
            return text
        }
    }

    /// Something on both sides of one '@'; the server decides.
    package static var email: TextFormat {
        let shape = TextShape(name: "email address", example: "mum@example.org")
            .with { $0.pattern = "^[^\\s@]+@[^\\s@]+$" }
        return TextFormat(shape: shape, placeholder: "mum@example.org") { text throws(TextFormatError) in
            let parts = text.split(separator: "@", omittingEmptySubsequences: false)
            guard parts.count == 2, parts.allSatisfy({ !$0.isEmpty && !$0.contains(where: \.isWhitespace) }) else {
                throw TextFormatError("must be an email address", hint: "such as mum@example.org")
            }
            return text
        }
    }

    /// `whsec_` and base 64 of 24 to 64 bytes, as Standard Webhooks has it.
    static var signingKey: TextFormat {
        let shape = TextShape(name: "key", example: "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw")
            .with { $0.pattern = "^whsec_[A-Za-z0-9+/]{32,88}={0,2}$" }
        return TextFormat(shape: shape, placeholder: "whsec_") { text throws(TextFormatError) in
            guard text.hasPrefix("whsec_"), let bytes = Base64.standard.decode(text.dropFirst(6)),
                24...64 ~= bytes.count
            else {
                throw TextFormatError(
                    "must be 'whsec_' and base 64 of 24 to 64 bytes",
                    hint: "make one with: echo whsec_$(head -c 32 /dev/urandom | base64)")
            }
            return text
        }
    }

    /// 1 to 64 letters, digits, `-` and `_`.
    package static var ntfyTopic: TextFormat {
        let shape = TextShape(name: "topic", example: "family-k3Xw9qLr2ZpT").with {
            $0.pattern = "^[-_A-Za-z0-9]{1,64}$"
        }
        return TextFormat(shape: shape, placeholder: "topic") { text throws(TextFormatError) in
            guard 1...64 ~= text.utf8.count, text.utf8.allSatisfy(Self.isTopicCharacter) else {
                throw TextFormatError("must be 1 to 64 letters, digits, '-' or '_'")
            }
            return text
        }
    }

    /// `tk_` and letters and digits.
    package static var ntfyToken: TextFormat {
        let shape = TextShape(name: "token", example: "tk_AgQdq7mVBoFD37zQVN29RhuMzNIz2")
            .with { $0.pattern = "^tk_[A-Za-z0-9]+$" }
        return TextFormat(shape: shape, placeholder: "tk_") { text throws(TextFormatError) in
            guard text.hasPrefix("tk_"), text.utf8.count > 3,
                text.utf8.dropFirst(3).allSatisfy(Self.isTopicCharacter)
            else {
                throw TextFormatError("must be a token that begins with 'tk_'")
            }
            return text
        }
    }

    private static func isTopicCharacter(_ byte: UInt8) -> Bool {
        0x30...0x39 ~= byte || 0x41...0x5A ~= byte & 0xDF || byte == UInt8(ascii: "-") || byte == UInt8(ascii: "_")
    }
}

extension TextFormat {
    /// The same format with another example in the documentation.
    func showing(_ example: String) -> TextFormat {
        TextFormat(shape: shape.with { $0.example = example }, placeholder: placeholder, parse: parse)
    }
}
