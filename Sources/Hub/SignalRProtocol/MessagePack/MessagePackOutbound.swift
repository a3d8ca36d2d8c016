/// Makes MessagePack of the JSON records that are to be sent. A value.
public struct MessagePackOutbound: Sendable {
    private var hasHandshake: Bool

    /// - Parameter hasHandshake: whether the first record is one, which stays JSON.
    public init(hasHandshake: Bool = true) {
        self.hasHandshake = hasHandshake
    }

    /// What is to be sent for whole records.
    public mutating func frames(of records: [UInt8]) throws(HubProtocolError) -> [UInt8] {
        if hasHandshake {
            hasHandshake = false
            return records
        }
        return try MessagePackMessage.frames(of: records.span)
    }
}
