import HTTPClient

/// A server that is asked without encryption, and not on this machine: whoever is on the way reads password and money.
struct PlainAddress {
    let message: String
    let hint = "write its address with https://, or reach it through an encrypted network of your own"

    /// `nil` for an address that is encrypted, or never leaves this machine.
    init?(_ server: HTTPURL, account: String) {
        guard !server.isSecure, !server.isLoopback else { return nil }
        message =
            "account \(account) is asked at \(server.origin) without encryption: "
            + "who is on the way can read its password and change what is told"
    }

    var sentence: String { "\(message); \(hint)" }
}
