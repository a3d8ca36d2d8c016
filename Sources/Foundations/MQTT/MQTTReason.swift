/// Why a broker refuses something, by the codes of MQTT 5 whichever version is spoken.
package struct MQTTReason: Sendable, Equatable, CustomStringConvertible {
    /// As the standard numbers it; below 128 nothing was refused.
    package let code: UInt8
    /// The broker's own words, as it sent them.
    package let words: String?

    package init(_ code: UInt8, words: String? = nil) {
        self.code = code
        self.words = words?.isEmpty == true ? nil : words
    }

    /// What a broker of 3.1.1 answers to CONNECT.
    init(classic code: UInt8) {
        let codes: [UInt8] = [Self.success.code, 0x84, 0x85, 0x88, 0x86, 0x87]
        self.init(Int(code) < codes.count ? codes[Int(code)] : 0x80)
    }

    package static let success = MQTTReason(0)
    /// It was taken, and nobody is subscribed to it.
    package static let nobodyListens: UInt8 = 0x10

    package var isRefusal: Bool { code >= 0x80 }

    /// What a program can decide by.
    package enum Class: Sendable, Equatable {
        /// Other credentials, or other rights for these, are needed.
        case credentials
        /// The client's name is not taken.
        case clientID
        /// Another version of the protocol.
        case version
        /// The topic is none that may be published or subscribed.
        case topic
        /// Later it may be otherwise.
        case busy
        /// Another client has come under the same name.
        case takenOver
        /// What was sent will not be taken, now or later.
        case rejected
    }

    package var kind: Class {
        switch code {
        case 0x86, 0x87, 0x8A, 0x8C: .credentials
        case 0x85: .clientID
        case 0x84: .version
        case 0x90, 0x8F: .topic
        case 0x88, 0x89, 0x8B, 0x8D, 0x93, 0x96, 0x97, 0x98, 0x9C, 0x9D, 0x9F, 0xA0: .busy
        case 0x8E: .takenOver
        default: .rejected
        }
    }

    /// The standard's name of the code.
    package var description: String { Self.names[code] ?? "reason \(code)" }

    private static let names: [UInt8: String] = [
        0x00: "success", 0x10: "no matching subscribers", 0x80: "unspecified error", 0x81: "malformed packet",
        0x82: "protocol error", 0x83: "implementation specific error", 0x84: "unsupported protocol version",
        0x85: "client identifier not valid", 0x86: "bad user name or password", 0x87: "not authorized",
        0x88: "server unavailable", 0x89: "server busy", 0x8A: "banned", 0x8B: "server shutting down",
        0x8C: "bad authentication method", 0x8D: "keep alive timeout", 0x8E: "session taken over",
        0x8F: "topic filter invalid", 0x90: "topic name invalid", 0x93: "receive maximum exceeded",
        0x95: "packet too large", 0x96: "message rate too high", 0x97: "quota exceeded",
        0x98: "administrative action", 0x99: "payload format invalid", 0x9A: "retain not supported",
        0x9B: "QoS not supported", 0x9C: "use another server", 0x9D: "server moved", 0x9F: "connection rate exceeded",
        0xA0: "maximum connect time",
    ]
}
