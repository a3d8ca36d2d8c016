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
}

extension TextFormat where Value == Bool {
    /// What a person answers to a question: `yes` or `no`, `y` or `n`, in any case.
    package static var yesOrNo: TextFormat {
        TextFormat(shape: TextShape(name: "yes or no", example: "yes"), placeholder: false) {
            text throws(TextFormatError) in
            switch text.lowercased() {
            case "y", "yes": true
            case "n", "no": false
            default: throw TextFormatError("must be yes or no")
            }
        }
    }
}
