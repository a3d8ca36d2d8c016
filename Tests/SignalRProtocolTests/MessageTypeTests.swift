import SignalRProtocol
import Testing

@Suite("Members of each type of message")
struct MessageTypeTests {
    /// A message of each type with everything that it must have.
    private static let least: [(type: Int, members: String)] = [
        (1, #""target":"t","arguments":[]"#), (2, #""invocationId":"1","item":0"#), (3, #""invocationId":"1""#),
        (4, #""target":"t","arguments":[],"invocationId":"1""#), (5, #""invocationId":"1""#), (6, ""), (7, ""),
        (8, #""sequenceId":1"#), (9, #""sequenceId":1"#), (77, ""), (0, ""), (-1, ""),
    ]

    /// Which types have a member, and a value that it must not have.
    private static let members: [(name: String, wrong: String, types: Set<Int>)] = [
        ("target", "5", [1, 4]), ("arguments", "{}", [1, 4]), ("invocationId", "5", [1, 2, 3, 4, 5]),
        ("streamIds", "5", [1, 4]), ("headers", "[]", [1, 2, 3, 4, 5]), ("error", "5", [3, 7]),
        ("allowReconnect", "5", [7]), ("sequenceId", "1.5", [8, 9]),
    ]

    @Test("a wrong value counts in a member that the type has, and in no other", arguments: least)
    func wrong(_ type: Int, _ members: String) throws {
        let head = "{\"type\":\(type)" + (members.isEmpty ? "" : ",")
        #expect(try messages("\(head)\(members)}^").count == 1)
        for (name, wrong, types) in Self.members {
            let text = "\(head)\(members),\"\(name)\":\(wrong)}^"
            if types.contains(type) {
                #expect(throws: HubProtocolError(.invalid(name)), "\(name)") { try messages(text) }
            } else {
                #expect(try messages(text).count == 1, "\(name)")
            }
        }
    }

    @Test(
        "a wrong value is made good by a right one that comes later, and spoilt by a wrong one",
        arguments: [
            #""streamIds":5,"streamIds":["1"]"#, #""headers":[],"headers":{}"#, #""headers":[],"headers":null"#,
            #""invocationId":5,"invocationId":null"#, #""streamIds":5,"streamIds":null"#,
        ])
    func repaired(_ members: String) throws {
        #expect(try messages("{\"type\":1,\"target\":\"t\",\"arguments\":[],\(members)}^").count == 1)
        let halves = members.split(separator: ",", maxSplits: 1).reversed().joined(separator: ",")
        #expect(throws: HubProtocolError.self) {
            try messages("{\"type\":1,\"target\":\"t\",\"arguments\":[],\(halves)}^")
        }
    }

    @Test(
        "ids of streams and headers are texts, and ids are not empty",
        arguments: [
            #""streamIds":["1",""]"#, #""streamIds":[null]"#, #""streamIds":[["1"]]"#, #""headers":{"a":null}"#,
            #""headers":{"a":"b","c":{}}"#,
        ])
    func inside(_ member: String) {
        let name = member.hasPrefix("\"streamIds") ? "streamIds" : "headers"
        #expect(throws: HubProtocolError(.invalid(name))) {
            try messages("{\"type\":1,\"target\":\"t\",\"arguments\":[],\(member)}^")
        }
    }

    @Test("headers of an end of the connection are nobody's to check")
    func otherHeaders() throws {
        for type in [6, 7] { #expect(try messages("{\"type\":\(type),\"headers\":{\"a\":1}}^").count == 1) }
    }

    @Test(
        "a type may be a number that nobody knows, of 64 bits at most",
        arguments: [
            ("9223372036854775807", true), ("-9223372036854775807", true), ("9223372036854775808", false),
            ("true", false),
            ("[6]", false), ("{}", false), ("\"6\"", false),
        ])
    func types(_ type: String, _ isTaken: Bool) throws {
        let text = "{\"type\":\(type)}^"
        if isTaken {
            #expect(try messages(text) == [.unknown(type: #require(Int(type)))])
        } else {
            #expect(throws: HubProtocolError(.missing("type"))) { try messages(text) }
        }
    }

    @Test("of a Close the words are cut, of a completion they are the caller's", arguments: [500, 501, 5_000])
    func words(_ count: Int) throws {
        let text = String(repeating: "e", count: count)
        let close = try messages("{\"type\":7,\"error\":\"\(text)\"}^")
        let cut = count > 500 ? String(repeating: "e", count: 500) + "…" : text
        #expect(close == [.close(error: cut, allowReconnect: false)])
        let completion = try messages("{\"type\":3,\"invocationId\":\"1\",\"error\":\"\(text)\"}^")
        #expect(completion == [.completion(id: "1", .error(text))])
    }

    @Test("a record is as long as the limit with its separator, and not longer")
    func limit() throws {
        let text = "{\"type\":6,\"x\":\"" + String(repeating: "x", count: 83) + "\"}^"
        let count = text.utf8.count
        #expect(try messages(text, limit: count) == [.ping])
        #expect(throws: HubProtocolError(.recordTooLong(limit: count - 1))) { try messages(text, limit: count - 1) }
        let (first, rest) = (Array(record(text)[..<50]), Array(record(text)[50...]))
        #expect(try messages([first, rest], limit: count) == [.ping])
        #expect(throws: HubProtocolError(.recordTooLong(limit: count - 1))) {
            try messages([first, rest], limit: count - 1)
        }
    }
}
