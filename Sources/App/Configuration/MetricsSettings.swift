import Glibc
package import Settings
import TextFormats

/// Where a monitoring system finds figures and health.
package struct MetricsSettings: SettingsSection, Hashable {
    /// Where to listen.
    package let listen: ListenAddress
    /// Names, without a port, that requests may ask for besides this machine's loopback names and the address itself.
    package let hosts: [String]

    /// Declares the keys.
    package init(reading reader: inout SettingsReader) {
        listen = reader.value(
            "listen", .listenAddress, default: "127.0.0.1:9464",
            help: "The address and port to listen on. Everybody who reaches it may read the figures, "
                + "which name neither people nor amounts.")
        hosts = reader.values(
            "hosts", .hostName,
            help:
                "The names by which others reach it, without a port. Without a name others reach it by its address; if it "
                + "listens on all addresses, by each of them.")
    }

    package init(listen: ListenAddress, hosts: [String] = []) {
        self.listen = listen
        self.hosts = hosts
    }

    /// What the Host field of a request may name; where it listens on all addresses, any numeric address besides. A web page
    /// that makes its name mean this address (DNS rebinding) is refused by it.
    package var allowedHosts: Set<String> {
        Set(["localhost", "127.0.0.1", "[::1]", listen.host] + hosts.map { $0.lowercased() })
    }
}

/// A numeric address and a port, as a configuration writes them: `127.0.0.1:9464` or `[::1]:9464`.
package struct ListenAddress: Sendable, Hashable, CustomStringConvertible {
    /// IPv4 or IPv6, without brackets.
    package let address: String
    /// 1 to 65535, or 0 for one that the system chooses.
    package let port: Int

    package init(address: String, port: Int) {
        self.address = address
        self.port = port
    }

    /// As a URL has the address: IPv6 in brackets.
    package var host: String { address.contains(":") ? "[\(address)]" : address }
    package var description: String { "\(host):\(port)" }
    /// Whether it means all addresses of the machine.
    package var isEverywhere: Bool { address == "0.0.0.0" || address == "::" }
}

extension TextFormat where Value == ListenAddress {
    /// An address of this machine and a port.
    static var listenAddress: TextFormat {
        let shape = TextShape(name: "address and port", example: "127.0.0.1:9464")
            .with { $0.pattern = "^([0-9.]+|\\[[0-9A-Fa-f:.]+\\]):[0-9]{1,5}$" }
        let placeholder = Value(address: "127.0.0.1", port: 9464)
        return TextFormat(shape: shape, placeholder: placeholder) { text throws(TextFormatError) in
            let digits = text.reversed().prefix { $0.isASCII && $0.isNumber }
            guard let colon = text.lastIndex(of: ":"), let port = Int(text[text.index(after: colon)...]),
                1...65_535 ~= port, text.dropLast(digits.count).last == ":"
            else {
                throw TextFormatError("must be an address and a port from 1 to 65535", hint: "such as 127.0.0.1:9464")
            }
            let host = text[..<colon]
            let isBracketed = host.hasPrefix("[") && host.hasSuffix("]")
            let address = isBracketed ? String(host.dropFirst().dropLast()) : String(host)
            guard isNumeric(address, isIPv6: isBracketed) else {
                throw TextFormatError(
                    "must begin with a numeric address",
                    hint: "127.0.0.1 for this machine alone, 0.0.0.0 or [::] for all its addresses")
            }
            return Value(address: address, port: port)
        }
    }

    private static func isNumeric(_ text: String, isIPv6: Bool) -> Bool {
        var bytes = in6_addr()
        return unsafe inet_pton(isIPv6 ? AF_INET6 : AF_INET, text, &bytes) == 1
    }
}

extension TextFormat where Value == String {
    /// A host's name as requests write it, without a port.
    static var hostName: TextFormat {
        let shape = TextShape(name: "host name", example: "nas.example.org").with {
            $0.pattern = "^[A-Za-z0-9.-]{1,253}$"
        }
        return TextFormat(shape: shape, placeholder: "localhost") { text throws(TextFormatError) in
            let isName = text.utf8.allSatisfy {
                0x30...0x39 ~= $0 || 0x41...0x5A ~= $0 & 0xDF || $0 == UInt8(ascii: ".") || $0 == UInt8(ascii: "-")
            }
            guard isName, 1...253 ~= text.utf8.count else {
                throw TextFormatError(
                    "must be a host's name without a port", hint: "such as nas.example.org, as others call this machine"
                )
            }
            return text
        }
    }
}
