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
