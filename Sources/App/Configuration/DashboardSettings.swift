import Glibc
package import Settings
import TextFormats

/// The page that the running program serves: to this machine, or to the house.
package struct DashboardSettings: SettingsSection, Hashable {
    /// The port on 127.0.0.1 that browsers know unless a person says otherwise.
    package static let usualPort = 8_466

    /// Whether there is one.
    package let isServed: Bool
    /// Another free one is taken where somebody else has it, if it is for this machine alone.
    package let port: Int
    /// Where it listens: numeric, without brackets.
    package let address: String
    /// PEM files for TLS: both or none.
    package let certificate: String?
    package let key: String?
    /// Names, without a port, by which browsers may ask for it besides this machine's own.
    package let hosts: [String]
    /// Numeric addresses of proxies that may speak for browsers.
    package let proxies: [String]
    /// Where people find it; `nil`: nowhere but here.
    package let publicURL: PublicAddress?

    /// Declares the keys.
    package init(reading reader: inout SettingsReader) {
        isServed = reader.value(
            "enabled", .boolean, default: "true",
            help: "Whether there is a page. It is for browsers that 'pocketbell open' has signed in.")
        address = reader.value(
            "address", .numericAddress, default: "127.0.0.1",
            help:
                "Where it listens. Another one than this machine's own is for browsers of the house: with a certificate, or behind a proxy."
        )
        port = reader.value(
            "port", .integer(in: 1...65_535), default: "\(Self.usualPort)",
            help:
                "Its port. Where another program has it and the page is for this machine alone, any free one is taken.")
        certificate = reader.path(
            "certificate", example: "/etc/pocketbell/page.pem",
            help: "A PEM file with the certificate that browsers are shown, for TLS. Taken anew at each reload.",
            problem: CertificateFile.problem)
        key = reader.path(
            "key", example: "/etc/pocketbell/page.key",
            help: "A PEM file with the certificate's private key, without a passphrase.",
            problem: CertificateFile.keyProblem)
        hosts = reader.values(
            "hosts", .hostName,
            help:
                "The names by which browsers ask for it, without a port, besides the one in `public-url`, localhost and the address itself."
        )
        proxies = reader.values(
            "proxies", .numericAddress,
            help: "The addresses of proxies before it. What comes from one of them has come to `public-url`, over TLS.")
        publicURL = reader.optional(
            "public-url", .publicAddress,
            help:
                "Where people find the page: alerts link there, and its path stands before all of the page's own. Behind a proxy it is needed."
        )
        judge(&reader)
    }

    private func judge(_ reader: inout SettingsReader) {
        reader.require(
            (certificate == nil) == (key == nil), at: certificate == nil ? "key" : "certificate",
            "a certificate and its private key belong together",
            hint: certificate == nil ? "add 'certificate:'" : "add 'key:'")
        reader.require(
            isOfMachine || certificate != nil || !proxies.isEmpty, at: "address",
            "others on the way could read and change all of it: there is no certificate",
            hint: "add 'certificate:' and 'key:', or 'proxies:' with the address of the proxy that has them")
        reader.require(
            proxies.isEmpty || publicURL != nil, at: "proxies", "it is not said where people find the page",
            hint: "add 'public-url: https://…', as a browser has it")
    }

    /// Whether only browsers of this machine reach it without a proxy.
    package var isOfMachine: Bool { address.hasPrefix("127.") || address == "::1" }

    /// What applies without the section.
    package static let standard = DashboardSettings(isServed: true, port: usualPort)

    private init(isServed: Bool, port: Int) {
        (self.isServed, self.port) = (isServed, port)
        address = "127.0.0.1"
        (certificate, key, publicURL, hosts, proxies) = (nil, nil, nil, [], [])
    }
}

/// Where people find the page: `https://bell.example.org/money`.
package struct PublicAddress: Sendable, Hashable, CustomStringConvertible {
    /// In lower case, with the port where that is no usual one.
    package let host: String
    /// What stands before every path: empty, or from its `/` to before the last.
    package let prefix: String

    /// As browsers name it.
    package var origin: String { "https://\(host)" }
    package var description: String { origin + prefix }
    /// Without the port.
    package var name: String { String(host.prefix { $0 != ":" }) }
}

extension TextFormat where Value == PublicAddress {
    /// An address of the web with TLS, perhaps with a path.
    static var publicAddress: TextFormat {
        let shape = TextShape(name: "URL", example: "https://bell.example.org/money").with {
            $0.pattern = "^https://[A-Za-z0-9.-]+(:[0-9]{1,5})?(/[A-Za-z0-9._~-]+)*/?$"
        }
        let placeholder = PublicAddress(host: "localhost", prefix: "")
        return TextFormat(shape: shape, placeholder: placeholder) { text throws(TextFormatError) in
            guard text.hasPrefix("https://") else {
                throw TextFormatError("must begin with https://", hint: "passwords and money go over it")
            }
            let parts = text.dropFirst(8).split(separator: "/", omittingEmptySubsequences: false).map(String.init)
            let (authority, steps) = (
                parts[0], parts.dropFirst().last == "" ? parts.dropFirst().dropLast() : parts.dropFirst()
            )
            let words = authority.split(separator: ":", omittingEmptySubsequences: false)
            let isPort = words.count == 1 || words.count == 2 && Int(words[1]).map { 1...65_535 ~= $0 } == true
            guard isPort, 1...253 ~= words[0].utf8.count, words[0].utf8.allSatisfy(isOfName) else {
                throw TextFormatError(
                    "must name a host, perhaps with a port", hint: "such as https://bell.example.org/money")
            }
            guard steps.allSatisfy({ !$0.isEmpty && ![".", ".."].contains($0) && $0.utf8.allSatisfy(isOfStep) }),
                text.utf8.count <= 300
            else {
                throw TextFormatError(
                    "must have a path of letters, digits and -._~, without . and ..",
                    hint: "such as https://bell.example.org/money")
            }
            return PublicAddress(host: authority.lowercased(), prefix: steps.map { "/\($0)" }.joined())
        }
    }

    private static func isOfName(_ byte: UInt8) -> Bool {
        0x30...0x39 ~= byte || 0x61...0x7A ~= byte | 0x20 || byte == UInt8(ascii: ".") || byte == UInt8(ascii: "-")
    }

    private static func isOfStep(_ byte: UInt8) -> Bool {
        isOfName(byte) || byte == UInt8(ascii: "_") || byte == UInt8(ascii: "~")
    }
}

extension TextFormat where Value == String {
    /// An address of IPv4 or IPv6, without a port.
    static var numericAddress: TextFormat {
        let shape = TextShape(name: "address", example: "192.168.1.2").with { $0.pattern = "^[0-9A-Fa-f.:]{2,45}$" }
        return TextFormat(shape: shape, placeholder: "127.0.0.1") { text throws(TextFormatError) in
            var bytes = in6_addr()
            guard unsafe inet_pton(text.contains(":") ? AF_INET6 : AF_INET, text, &bytes) == 1 else {
                throw TextFormatError(
                    "must be a numeric address", hint: "such as 192.168.1.2 or fd00::2, without a port")
            }
            return text.lowercased()
        }
    }
}
