/// What scripts say most.
extension PeerSocket {
    /// The next call; its record.
    func call(_ what: String = "call") async throws -> Record {
        let record = try await next(what)
        try require(record.type == 1 || record.type == 4, "a call was expected, not \(record)")
        return record
    }

    func complete(_ id: String?, _ rest: String = "") {
        send(#"{"type":3,"invocationId":"\#(id ?? "")"\#(rest)}^"#)
    }

    func item(_ id: String?, _ json: String) { send(#"{"type":2,"invocationId":"\#(id ?? "")","item":\#(json)}^"#) }

    func invoke(_ target: String, _ arguments: String = "[]", id: String? = nil) {
        let id = id.map { ",\"invocationId\":\"\($0)\"" } ?? ""
        send(#"{"type":1,"target":"\#(target)","arguments":\#(arguments)\#(id)}^"#)
    }

    /// Proves that the client still works, and that all it has sent before has come.
    func proveAlive(_ client: any ClientUnderTest) async throws {
        let call = Call(client, "fence")
        while true {
            let record = try await next("a last call")
            guard record.target == "fence" else { continue }
            complete(record.id, #","result":"alive""#)
            break
        }
        try require(try await call.result() == "\"alive\"", "the client is not alive")
    }
}
