package import JSON

extension HubMessage {
    /// The message as a record with its separator.
    public var record: [UInt8] {
        var bytes: [UInt8] = []
        append(to: &bytes)
        return bytes
    }

    /// Adds the message as a record with its separator.
    ///
    /// The JSON within is taken as it is: whoever made it has checked it.
    public func append(to bytes: inout [UInt8]) {
        switch self {
        case .invocation(let call): call.append(behind: #"{"type":1"#, to: &bytes)
        case .streamInvocation(let call): call.append(behind: #"{"type":4"#, to: &bytes)
        case .streamItem(let id, let item):
            bytes.reserveCapacity(bytes.count + item.count + id.utf8.count + 48)
            bytes.append(contentsOf: #"{"type":2,"invocationId":"#.utf8)
            HubText.append(id, to: &bytes)
            bytes.append(contentsOf: #","item":"#.utf8)
            bytes.append(contentsOf: item)
        case .completion(let id, let outcome):
            bytes.append(contentsOf: #"{"type":3,"invocationId":"#.utf8)
            HubText.append(id, to: &bytes)
            outcome.append(to: &bytes)
        case .cancelInvocation(let id):
            bytes.append(contentsOf: #"{"type":5,"invocationId":"#.utf8)
            HubText.append(id, to: &bytes)
        case .ping: bytes.append(contentsOf: #"{"type":6"#.utf8)
        case .close(let error, let allowReconnect):
            bytes.append(contentsOf: #"{"type":7"#.utf8)
            if let error {
                bytes.append(contentsOf: #","error":"#.utf8)
                HubText.append(error, to: &bytes)
            }
            if allowReconnect { bytes.append(contentsOf: #","allowReconnect":true"#.utf8) }
        case .acknowledgement(let id): bytes.append(contentsOf: #"{"type":8,"sequenceId":\#(id)"#.utf8)
        case .sequence(let id): bytes.append(contentsOf: #"{"type":9,"sequenceId":\#(id)"#.utf8)
        case .unknown(let type): bytes.append(contentsOf: #"{"type":\#(type)"#.utf8)
        }
        bytes.append(UInt8(ascii: "}"))
        bytes.append(HubRecordReader.separator)
    }
}

extension InvocationMessage {
    /// A call without an id as a record with its separator: the bytes that its message would have, without the arguments being
    /// copied on their way there. What a hub sends most is this.
    ///
    /// - Parameter json: the handler's arguments, each a JSON text.
    /// - Throws: `JSONError` if one is not exactly one JSON value.
    package static func record(_ target: String, json: [String]) throws(JSONError) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(json.reduce(target.utf8.count + 64) { $0 + $1.utf8.count + 1 })
        bytes.append(contentsOf: #"{"type":1,"target":"#.utf8)
        HubText.append(target, to: &bytes)
        bytes.append(contentsOf: #","arguments":"#.utf8)
        try HubText.append(array: json, to: &bytes)
        bytes.append(UInt8(ascii: "}"))
        bytes.append(HubRecordReader.separator)
        return bytes
    }

    fileprivate func append(behind beginning: String, to bytes: inout [UInt8]) {
        bytes.reserveCapacity(bytes.count + arguments.count + target.utf8.count + 80)
        bytes.append(contentsOf: beginning.utf8)
        if !headers.isEmpty { appendHeaders(to: &bytes) }
        // Absent members are left out: official servers refuse an id that is null.
        if let id {
            bytes.append(contentsOf: #","invocationId":"#.utf8)
            HubText.append(id, to: &bytes)
        }
        bytes.append(contentsOf: #","target":"#.utf8)
        HubText.append(target, to: &bytes)
        bytes.append(contentsOf: #","arguments":"#.utf8)
        bytes.append(contentsOf: arguments)
        guard !streamIDs.isEmpty else { return }
        bytes.append(contentsOf: #","streamIds":["#.utf8)
        for (index, id) in streamIDs.enumerated() {
            if index > 0 { bytes.append(UInt8(ascii: ",")) }
            HubText.append(id, to: &bytes)
        }
        bytes.append(UInt8(ascii: "]"))
    }
}

extension InvocationMessage {
    /// In the order of their names, so that equal calls are equal bytes.
    private func appendHeaders(to bytes: inout [UInt8]) {
        bytes.append(contentsOf: #","headers":"#.utf8)
        for (index, field) in headers.sorted(by: { $0.key < $1.key }).enumerated() {
            bytes.append(UInt8(ascii: index == 0 ? "{" : ","))
            HubText.append(field.key, to: &bytes)
            bytes.append(UInt8(ascii: ":"))
            HubText.append(field.value, to: &bytes)
        }
        bytes.append(UInt8(ascii: "}"))
    }
}

extension HubOutcome {
    fileprivate func append(to bytes: inout [UInt8]) {
        switch self {
        case .void: break
        case .result(let json):
            bytes.append(contentsOf: #","result":"#.utf8)
            bytes.append(contentsOf: json)
        case .error(let text):
            bytes.append(contentsOf: #","error":"#.utf8)
            HubText.append(text, to: &bytes)
        }
    }
}
