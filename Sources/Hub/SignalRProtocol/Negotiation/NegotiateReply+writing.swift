extension NegotiatedConnection {
    /// The answer of a server with this connection.
    ///
    /// - Parameter version: what the client asked for; 0 has no token of its own.
    public func reply(version: Int) -> [UInt8] {
        var bytes = Array(#"{"negotiateVersion":\#(version),"connectionId":"#.utf8)
        HubText.append(connectionID, to: &bytes)
        if version > 0 {
            bytes.append(contentsOf: #","connectionToken":"#.utf8)
            HubText.append(connectionToken, to: &bytes)
        }
        let offers = transports.map { offer in
            let formats = offer.formats.map(HubText.quoted).joined(separator: ",")
            return #"{"transport":\#(HubText.quoted(offer.name)),"transferFormats":[\#(formats)]}"#
        }
        bytes.append(contentsOf: #","availableTransports":[\#(offers.joined(separator: ","))]"#.utf8)
        if usesStatefulReconnect { bytes.append(contentsOf: #","useStatefulReconnect":true"#.utf8) }
        bytes.append(UInt8(ascii: "}"))
        return bytes
    }
}
