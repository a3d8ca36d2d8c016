import Settings
import TextFormats
import Values

/// An HTTP request; signed when there is a key.
struct WebhookSettings: HTTPTargetSettings {
    static let word = "webhook"
    static let help = "A signed HTTP request with JSON."
    /// The receiver may do as it likes with all of them.
    static let looks = AlertStyle.Key.allCases
    static let deduplicates = true
    static var icons: TextFormat<String> { .icon }
    static let questions = [
        TargetQuestion("url", "Address that takes the alerts (https://…): ", isPlace: true) {
            text throws(TextFormatError) in .secret(Secret(try TextFormat.url.parse(text)))
        },
        TargetQuestion(
            "secret", "Sign each alert, so that the receiver knows it is from here? ", standard: "yes",
            use: "the receiver needs this key"
        ) { text throws(TextFormatError) in
            try TextFormat.yesOrNo.parse(text.isEmpty ? "yes" : text) ? .secret(freshKey()) : .nothing
        },
    ]

    let url: SecretSource
    /// Each signs each request; empty: not signed.
    let keys: [SecretSource]
    let format: WebhookFormat
    let headers: [HeaderSettings]
    let connection: TargetConnection

    init(
        url: SecretSource, keys: [SecretSource] = [], format: WebhookFormat = .webhook, headers: [HeaderSettings] = [],
        connection: TargetConnection
    ) {
        self.url = url
        self.keys = keys
        self.format = format
        self.headers = headers
        self.connection = connection
    }

    init(reading reader: inout SettingsReader) {
        url = reader.secret(
            "url", literal: .open(.url), help: "Where the request goes; an address, or where it is kept.")
        let key = reader.optionalSecret(
            "secret", literal: .guarded(.signingKey),
            help: "The key that signs each request (Standard Webhooks). Left out: not signed.")
        let several = reader.secrets(
            "secrets", literal: .guarded(.signingKey),
            help:
                "Instead of `secret`: several keys, each of which signs each request, while the receiver changes from one to "
                + "another.")
        reader.require(
            key == nil || several.isEmpty, at: "secret", "'secret' and 'secrets' are both there",
            hint: "write all keys under 'secrets'")
        keys = (key.map { [$0] } ?? []) + several
        format = WebhookFormat(reading: &reader)
        headers = reader.headers()
        connection = TargetConnection(reading: &reader)
    }

    func target() throws -> any HTTPTarget {
        var fields: [WebhookHeader] = []
        for header in headers { fields.append(WebhookHeader(name: header.name, value: try header.value.resolve())) }
        var secrets: [Secret] = []
        for key in keys { secrets.append(try key.resolve()) }
        return try WebhookTarget(
            url: try url.resolve(), keys: secrets, format: format, headers: fields, addresses: connection.addresses)
    }

    /// 32 random bytes in the form of Standard Webhooks.
    private static func freshKey() -> Secret {
        Secret("whsec_" + Base64.standard.encode((0..<32).map { _ in UInt8.random(in: .min ... .max) }))
    }
}

extension TextFormat where Value == String {
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
}
