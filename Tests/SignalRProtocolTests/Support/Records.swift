import JSON
import SignalRProtocol

/// Reads payloads one after the other; what each brought is appended.
func messages(_ payloads: [[UInt8]], limit: Int = 1 << 20) throws(HubProtocolError) -> [HubMessage] {
    var reader = HubRecordReader(limit: limit)
    var messages: [HubMessage] = []
    for payload in payloads {
        try reader.append(payload.span) { bytes throws(HubProtocolError) in
            var cursor = JSONCursor()
            while let envelope = try HubEnvelope.next(bytes, &cursor, limit: limit) {
                messages.append(try HubMessage(envelope, bytes))
            }
        }
    }
    try reader.finish()
    return messages
}

/// Reads texts in which `^` stands for the separator.
func messages(_ texts: String..., limit: Int = 1 << 20) throws(HubProtocolError) -> [HubMessage] {
    try messages(texts.map(record), limit: limit)
}

func record(_ text: String) -> [UInt8] {
    text.utf8.map { $0 == UInt8(ascii: "^") ? HubRecordReader.separator : $0 }
}

func json(_ text: String) -> [UInt8] { Array(text.utf8) }
