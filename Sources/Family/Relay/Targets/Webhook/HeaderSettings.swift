import Settings
import TextFormats

/// A header field of a webhook's requests that its receiver asks for.
struct HeaderSettings: SettingsSection {
    /// None that the request itself needs, and none twice in any case.
    let name: String
    /// Often a key, so it is treated as one.
    let value: SecretSource

    /// Declares the keys.
    init(reading reader: inout SettingsReader) {
        name = reader.value("name", .headerName, help: "The header's name.")
        value = reader.secret(
            "value", literal: .guarded(.headerValue), help: "What it says, or where that is kept.")
    }

    init(name: String, value: SecretSource) {
        self.name = name
        self.value = value
    }
}

extension SettingsReader {
    /// The fields of `headers`, and `Authorization` by a key of its own.
    mutating func headers() -> [HeaderSettings] {
        let authorization = optionalSecret(
            "authorization", literal: .guarded(.headerValue.showing("Bearer 5f0c8a7e")),
            help: "What the header Authorization says, such as `Bearer` and a token. Left out: none.")
        let mistakes = mistakeCount
        let own = sections(
            "headers", HeaderSettings.self, help: "Further headers of each request, such as `X-Api-Key`.")
        let names = own.map { $0.name.lowercased() } + (authorization == nil ? [] : ["authorization"])
        let repeated = own.first { header in names.filter { $0 == header.name.lowercased() }.count > 1 }
        require(
            repeated == nil || mistakes != mistakeCount, at: "headers",
            "the header '\(repeated?.name ?? "")' is there twice", hint: "remove one")
        return (authorization.map { [HeaderSettings(name: "Authorization", value: $0)] } ?? []) + own
    }
}

extension TextFormat where Value == String {
    /// ASCII that can be seen, and blanks inside: anything else is another thing to each receiver, or ends the line.
    static var headerValue: TextFormat {
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
}
