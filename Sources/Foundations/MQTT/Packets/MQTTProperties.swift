/// What MQTT 5 says beside a packet, as far as it concerns a client.
struct MQTTProperties: Equatable {
    var reasonString: String?
    var receiveMaximum: UInt16?
    var maximumPacket: UInt32?
    var serverKeepAlive: UInt16?
    var retainAvailable = true
    var maximumQoS: UInt8 = 2

    init() {}

    /// Reads them with their length. One that no version of the standard knows has no length that could be skipped.
    init(_ cursor: inout MQTTCursor) throws(MQTTError) {
        var block = MQTTCursor(try cursor.bytes(try cursor.length()))
        while !block.isAtEnd {
            let name = try block.length()
            switch name {
            case 0x1F: reasonString = try block.text()
            case 0x21: receiveMaximum = try block.word()
            case 0x27: maximumPacket = try block.double()
            case 0x13: serverKeepAlive = try block.word()
            case 0x25: retainAvailable = try block.byte() != 0
            case 0x24: maximumQoS = try block.byte()
            case 0x01, 0x17, 0x19, 0x28, 0x29, 0x2A: _ = try block.byte()
            case 0x22, 0x23: _ = try block.word()
            case 0x02, 0x11, 0x18: _ = try block.double()
            case 0x0B: _ = try block.length()
            case 0x03, 0x08, 0x09, 0x12, 0x15, 0x16, 0x1A, 0x1C: _ = try block.text()
            case 0x26:
                _ = try block.text()
                _ = try block.text()
            default: throw .malformed("it has the property \(name), which there is not")
            }
        }
    }
}
