/// Puts one packet together.
struct MQTTWriter {
    private var body: [UInt8] = []

    mutating func byte(_ value: UInt8) { body.append(value) }
    mutating func word(_ value: UInt16) { body += [UInt8(value >> 8), UInt8(value & 0xFF)] }
    mutating func double(_ value: UInt32) {
        word(UInt16(value >> 16))
        word(UInt16(value & 0xFFFF))
    }
    mutating func raw(_ bytes: [UInt8]) { body += bytes }
    /// With its length before it, which the caller has checked.
    mutating func counted(_ bytes: [UInt8]) {
        word(UInt16(clamping: bytes.count))
        body += bytes.prefix(Int(UInt16.max))
    }
    mutating func text(_ text: String) { counted(Array(text.utf8)) }

    /// - Parameter head: type and flags.
    func packet(_ head: UInt8) -> [UInt8] { [head] + Self.length(body.count) + body }

    /// A length of one to four bytes (MQTT 5, 1.5.5).
    static func length(_ count: Int) -> [UInt8] {
        var rest = count
        var bytes: [UInt8] = []
        repeat {
            let low = UInt8(rest & 0x7F)
            rest >>= 7
            bytes.append(rest > 0 ? low | 0x80 : low)
        } while rest > 0
        return bytes
    }
}
