/// A hub message in MessagePack: an array whose elements have their places.
///
/// What is read from it is the record that says the same in JSON, so that all else knows one form only; whether the record
/// is a message, `HubEnvelope` judges.
package enum MessagePackMessage {
    /// Adds a message as a record with its separator.
    ///
    /// Elements behind those that are known are not looked at: newer peers may send some.
    ///
    /// - Parameter limit: bytes of the record.
    /// - Throws: `malformedMessagePack`, `missing`, `invalid`, `recordTooLong`.
    package static func appendRecord(
        of bytes: Span<UInt8>, to records: inout [UInt8], limit: Int
    ) throws(HubProtocolError) {
        let (sum, overflows) = limit.addingReportingOverflow(records.count)
        var elements = try Elements(bytes, limit: overflows ? .max : sum)
        records.append(contentsOf: #"{"type":"#.utf8)
        let start = records.count
        try elements.next("type", bytes, to: &records)
        switch String(decoding: records[start...], as: UTF8.self) {
        case "1", "4": try call(&elements, bytes, to: &records)
        case "2":
            try elements.headers(bytes, to: &records)
            try elements.member("invocationId", bytes, to: &records)
            try elements.member("item", bytes, to: &records)
        case "3": try completion(&elements, bytes, to: &records)
        case "5":
            try elements.headers(bytes, to: &records)
            try elements.member("invocationId", bytes, to: &records)
        case "7":
            if elements.left > 0 { try elements.member("error", bytes, to: &records) }
            if elements.left > 0 { try elements.member("allowReconnect", bytes, to: &records) }
        case "8", "9": try elements.member("sequenceId", bytes, to: &records)
        default: break
        }
        records.append(contentsOf: [UInt8(ascii: "}"), HubRecordReader.separator])
    }

    private static func call(
        _ elements: inout Elements, _ bytes: Span<UInt8>, to records: inout [UInt8]
    ) throws(HubProtocolError) {
        var id: [UInt8] = []
        var headers: [UInt8] = []
        try elements.headers(bytes, to: &headers)
        try elements.next("invocationId", bytes, to: &id)
        // As official hubs order them in JSON: a record in this order is found fastest.
        try elements.member("target", bytes, to: &records)
        try elements.member("arguments", bytes, to: &records)
        if !id.elementsEqual("null".utf8) { records.append(contentsOf: Array(#","invocationId":"#.utf8) + id) }
        records += headers
        // Peers from before streams could be uploaded leave it out.
        if elements.left > 0 { try elements.member("streamIds", bytes, to: &records) }
    }

    private static func completion(
        _ elements: inout Elements, _ bytes: Span<UInt8>, to records: inout [UInt8]
    ) throws(HubProtocolError) {
        try elements.headers(bytes, to: &records)
        try elements.member("invocationId", bytes, to: &records)
        var kind: [UInt8] = []
        try elements.next("result", bytes, to: &kind)
        switch String(decoding: kind, as: UTF8.self) {
        case "1":
            records.append(contentsOf: #","error":"#.utf8)
            let start = records.count
            try elements.next("error", bytes, to: &records)
            // In JSON null would say that there is none.
            guard records[start] == UInt8(ascii: "\"") else { throw HubProtocolError(.invalid("error")) }
        case "2": break
        case "3": try elements.member("result", bytes, to: &records)
        default: throw HubProtocolError(.invalid("result"))
        }
    }
}

extension MessagePackMessage {
    /// The elements of the array, one after the other.
    private struct Elements {
        private var reader = MessagePackReader()
        /// How many have not been read.
        private(set) var left: Int
        private let limit: Int

        init(_ bytes: Span<UInt8>, limit: Int) throws(HubProtocolError) {
            self.limit = limit
            do throws(MessagePackError) {
                guard case .array(let count) = try reader.head(bytes) else {
                    throw MessagePackError(.wrongValue, at: 0)
                }
                left = count
            } catch {
                throw HubProtocolError(error)
            }
        }

        /// Adds the next element, which is what JSON calls `name`.
        mutating func next(
            _ name: String, _ bytes: Span<UInt8>, to json: inout [UInt8]
        ) throws(HubProtocolError) {
            guard left > 0 else { throw HubProtocolError(.missing(name)) }
            left -= 1
            try reader.value(bytes, to: &json, limit: limit)
        }

        /// As ``next(_:_:to:)``, with the name in front.
        mutating func member(
            _ name: String, _ bytes: Span<UInt8>, to json: inout [UInt8]
        ) throws(HubProtocolError) {
            json.append(contentsOf: ",\"\(name)\":".utf8)
            try next(name, bytes, to: &json)
        }

        /// Adds the headers, unless there are none. A server in use sends the number 128, the byte of an empty map, in their
        /// place: nothing reads them here, so what is no map counts as none.
        mutating func headers(_ bytes: Span<UInt8>, to json: inout [UInt8]) throws(HubProtocolError) {
            var headers: [UInt8] = []
            try next("headers", bytes, to: &headers)
            guard headers.first == UInt8(ascii: "{"), headers.count > 2 else { return }
            json.append(contentsOf: Array(#","headers":"#.utf8) + headers)
        }
    }
}
