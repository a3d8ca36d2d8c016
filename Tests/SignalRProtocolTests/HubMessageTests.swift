import JSON
import SignalRProtocol
import Testing

@Suite("Hub messages")
struct HubMessageTests {
    @Test(
        "are read in every form that the protocol has",
        arguments: [
            (
                #"{"type":1,"target":"Log","arguments":["hello",{"level":2}]}^"#,
                HubMessage.invocation(InvocationMessage("Log", arguments: json(#"["hello",{"level":2}]"#)))
            ),
            (
                #"{"type":1,"invocationId":"7","target":"Add","arguments":[2,3]}^"#,
                .invocation(InvocationMessage("Add", arguments: json("[2,3]"), id: "7"))
            ),
            (
                #"{"arguments":[],"target":"Late","type":1}^"#,
                .invocation(InvocationMessage("Late", arguments: json("[]")))
            ),
            (
                #"{"type":1,"invocationId":"8","target":"Import","arguments":["f"],"streamIds":["9","10"]}^"#,
                .invocation(InvocationMessage("Import", arguments: json(#"["f"]"#), id: "8", streamIDs: ["9", "10"]))
            ),
            (
                #"{"type":1,"headers":{"a":"b"},"invocationId":null,"target":"T","arguments":[]}^"#,
                .invocation(InvocationMessage("T", arguments: json("[]")))
            ),
            (#"{"type":2,"invocationId":"9","item":null}^"#, .streamItem(id: "9", item: json("null"))),
            (#"{"type":3,"invocationId":"7","result":5}^"#, .completion(id: "7", .result(json("5")))),
            (
                #"{"result":{"a":[1]},"invocationId":"7","type":3}^"#,
                .completion(id: "7", .result(json(#"{"a":[1]}"#)))
            ),
            (#"{"type":3,"invocationId":"7","result":null}^"#, .completion(id: "7", .result(json("null")))),
            (#"{"type":3,"invocationId":"7"}^"#, .completion(id: "7", .void)),
            (#"{"type":3,"invocationId":"7","error":"no such row"}^"#, .completion(id: "7", .error("no such row"))),
            (#"{"type":3,"invocationId":"7","error":""}^"#, .completion(id: "7", .error(""))),
            (#"{"type":3,"invocationId":"7","error":null,"result":1}^"#, .completion(id: "7", .result(json("1")))),
            (
                #"{"type":4,"invocationId":"12","target":"Tail","arguments":[100]}^"#,
                .streamInvocation(InvocationMessage("Tail", arguments: json("[100]"), id: "12"))
            ),
            (#"{"type":5,"invocationId":"12"}^"#, .cancelInvocation(id: "12")),
            (#" { "type" : 6 } ^"#, .ping),
            (#"{"type":7}^"#, .close(error: nil, allowReconnect: false)),
            (#"{"type":7,"error":"bye","allowReconnect":true}^"#, .close(error: "bye", allowReconnect: true)),
            (#"{"type":8,"sequenceId":9007199254740993}^"#, .acknowledgement(9_007_199_254_740_993)),
            (#"{"type":9,"sequenceId":1390}^"#, .sequence(1390)),
            (#"{"type":77,"target":5,"arguments":"?"}^"#, .unknown(type: 77)),
            (#"{"type":6,"new":{"deep":[1,{"x":"\u001e"}]}}^"#, .ping),
            (#"{"type":6,"target":17}^"#, .ping),
            (#"{"\u0074ype":5,"invocationId":"\u0041"}^"#, .cancelInvocation(id: "A")),
        ])
    func table(_ text: String, _ expected: HubMessage) throws {
        #expect(try messages(text) == [expected])
    }

    @Test(
        "that break the protocol are refused with the reason",
        arguments: [
            (#"{"target":"x","arguments":[]}^"#, HubProtocolError.Kind.missing("type")),
            (#"{"type":"1","target":"x","arguments":[]}^"#, .missing("type")),
            (#"{"type":1.5}^"#, .missing("type")),
            (#"{"type":null}^"#, .missing("type")),
            (#"{"type":1,"arguments":[]}^"#, .missing("target")),
            (#"{"type":1,"target":null,"arguments":[]}^"#, .missing("target")),
            (#"{"type":1,"target":"","arguments":[]}^"#, .invalid("target")),
            (#"{"type":1,"target":5,"arguments":[]}^"#, .invalid("target")),
            (#"{"type":1,"target":"x"}^"#, .missing("arguments")),
            (#"{"type":1,"target":"x","arguments":{}}^"#, .invalid("arguments")),
            (#"{"type":1,"target":"x","arguments":null}^"#, .invalid("arguments")),
            (#"{"type":1,"invocationId":"","target":"x","arguments":[]}^"#, .invalid("invocationId")),
            (#"{"type":1,"target":"x","arguments":[],"streamIds":[1]}^"#, .invalid("streamIds")),
            (#"{"type":1,"target":"x","arguments":[],"streamIds":"9"}^"#, .invalid("streamIds")),
            (#"{"type":1,"target":"x","arguments":[],"headers":{"a":1}}^"#, .invalid("headers")),
            (#"{"type":1,"target":"x","arguments":[],"headers":[]}^"#, .invalid("headers")),
            (#"{"type":2,"item":1}^"#, .missing("invocationId")),
            (#"{"type":2,"invocationId":"1"}^"#, .missing("item")),
            (#"{"type":3,"invocationId":7}^"#, .invalid("invocationId")),
            (#"{"type":3,"invocationId":"7","result":null,"error":"x"}^"#, .resultAndError),
            (#"{"type":3,"invocationId":"7","error":5}^"#, .invalid("error")),
            (#"{"type":4,"target":"x","arguments":[]}^"#, .missing("invocationId")),
            (#"{"type":5}^"#, .missing("invocationId")),
            (#"{"type":7,"allowReconnect":"yes"}^"#, .invalid("allowReconnect")),
            (#"{"type":8}^"#, .missing("sequenceId")),
            (#"{"type":9,"sequenceId":1e40}^"#, .invalid("sequenceId")),
        ])
    func violations(_ text: String, _ expected: HubProtocolError.Kind) {
        #expect(throws: HubProtocolError(expected)) { try messages(text) }
    }

    @Test(
        "that are not JSON are refused",
        arguments: [
            "hello^", "[]^", "6^", #"{"type":6}}^"#, #"{"type":6} x^"#, #"{"type":6,}^"#, #"{"type":06}^"#,
            "{\"type\":6,\"x\":\"a\u{1E}b\"}^", #"{"type":6}{"type":6}^"#, #"{'type':6}^"#, #"{"type":6,"x":NaN}^"#,
        ])
    func malformed(_ text: String) {
        let error = #expect(throws: HubProtocolError.self) { try messages(text) }
        if case .malformed = error?.kind {} else { Issue.record("\(String(describing: error))") }
    }

    @Test("let the last of two members of one name win")
    func duplicates() throws {
        #expect(try messages(#"{"type":77,"type":6}^"#) == [.ping])
        #expect(
            try messages(#"{"type":1,"target":5,"target":"A","arguments":[1],"arguments":[2]}^"#)
                == [.invocation(InvocationMessage("A", arguments: json("[2]")))])
        #expect(throws: HubProtocolError(.missing("type"))) { try messages(#"{"type":6,"type":"6"}^"#) }
    }

    @Test("may be 64 levels deep and not more")
    func depth() throws {
        let deep = { String(repeating: "[", count: $0) + String(repeating: "]", count: $0) }
        #expect(try messages(#"{"type":1,"target":"x","arguments":\#(deep(64))}^"#).count == 1)
        for levels in [65, 10_000] {
            let error = #expect(throws: HubProtocolError.self) {
                try messages(#"{"type":1,"target":"x","arguments":\#(deep(levels))}^"#)
            }
            if case .malformed(let json) = error?.kind { #expect(json.kind == .tooDeep) } else { Issue.record("") }
        }
    }

    @Test("keep whole numbers that a Double would change")
    func exactNumbers() throws {
        #expect(
            try messages(#"{"type":1,"target":"x","arguments":[9007199254740993]}^"#)
                == [.invocation(InvocationMessage("x", arguments: json("[9007199254740993]")))])
    }

    @Test(
        "written and read again are the same",
        arguments: [
            HubMessage.invocation(InvocationMessage("Log \"me\"\n\u{1E}ä", arguments: json("[1]"))),
            .invocation(InvocationMessage("Add", arguments: json("[2,3]"), id: "7", streamIDs: ["8", "9\\"])),
            .streamInvocation(InvocationMessage("Tail", arguments: json("[]"), id: "1")),
            .streamItem(id: "1", item: json("null")), .completion(id: "1", .void),
            .completion(id: "1", .result(json(#"{"a":"\u001e"}"#))), .completion(id: "1", .error("no\u{7}\u{1F}")),
            .cancelInvocation(id: "5"), .ping, .close(error: nil, allowReconnect: false),
            .close(error: "e", allowReconnect: true), .acknowledgement(5), .sequence(1), .unknown(type: 99),
        ])
    func roundTrip(_ message: HubMessage) throws {
        #expect(message.record.filter { $0 == HubRecordReader.separator }.count == 1)
        #expect(try messages([message.record]) == [message])
    }

    @Test("are written as official servers expect them")
    func exactBytes() {
        #expect(HubMessage.ping.record == record(#"{"type":6}^"#))
        #expect(
            HubMessage.invocation(InvocationMessage("A", arguments: json("[]"))).record
                == record(#"{"type":1,"target":"A","arguments":[]}^"#))
        #expect(HubMessage.completion(id: "3", .void).record == record(#"{"type":3,"invocationId":"3"}^"#))
        #expect(HubMessage.close(error: nil, allowReconnect: false).record == record(#"{"type":7}^"#))
    }

    @Test("carry numbers that no type of ours could hold")
    func wideNumbers() throws {
        let arguments = "[1e300,-0.12345678901234567890123456789012345678901234567890E-999]"
        #expect(
            try messages(#"{"type":1,"target":"x","arguments":\#(arguments)}^"#)
                == [.invocation(InvocationMessage("x", arguments: json(arguments)))])
    }

    @Test("take only arguments that are one JSON value each")
    func arguments() throws {
        #expect(try HubText.array(["1", " {\"a\":2} ", "\"x\""]) == json("[1,{\"a\":2},\"x\"]"))
        #expect(try HubText.array([String]()) == json("[]"))
        for bad in ["", "1,2", "1]", "x", "\"\n\"", "{}\u{1E}"] {
            #expect(throws: JSONError.self, "\(bad)") { try HubText.array([bad]) }
            #expect(throws: JSONError.self, "\(bad)") { try InvocationMessage.record("A", json: ["1", bad]) }
        }
    }

    @Test(
        "a call that is written at once has the bytes of its message",
        arguments: ["A", "", "say \"hi\"", "back\\slash", "Grüße", "\u{1E}"],
        [[], ["1"], [" {\"a\":2} ", "\"x\"", "\n[]\t"]])
    func writtenAtOnce(_ target: String, _ arguments: [String]) throws {
        let message = InvocationMessage(target, arguments: try HubText.array(arguments))
        #expect(try InvocationMessage.record(target, json: arguments) == HubMessage.invocation(message).record)
    }
}
