import JSON
import SignalRProtocol
import TestWaiting
import Testing
import Values
import WebSockets

@testable import DemoBackend
@testable import SignalRServer

@Suite("Hub server")
struct HubServerTests {
    @Test("calls methods and answers with results and errors", .timeLimit(.minutes(1)))
    func methods() async throws {
        try await withHub(conformanceHub()) { port in
            let client = try await RawHubClient.open(port: port)
            #expect(try await client.invoke("add", "[2,3]") == .result(json("5")))
            #expect(try await client.invoke("Echo", #"[{"a":"\u001e"}]"#) == .result(json(#"{"a":"\u001e"}"#)))
            #expect(try await client.invoke("AddMoney", "[0.1,0.2]") == .result(json("0.3")))
            #expect(try await client.invoke("Nothing") == .result(json("null")))
            let failed = "An unexpected error occurred invoking"
            #expect(
                try await client.invoke("Fail", #"["on purpose"]"#)
                    == .error("\(failed) 'Fail' on the server. HubException: on purpose"))
            #expect(try await client.invoke("Crash") == .error("\(failed) 'Crash' on the server."))
            #expect(
                try await client.invoke("Nope")
                    == .error(
                        "Failed to invoke 'Nope' due to an error on the server. HubException: Method does not exist."))
            guard case .error = try await client.invoke("Add", "[1]") else { return fail("no error") }
            guard case .error = try await client.invoke("Add", #"["one",2]"#) else { return fail("no error") }
            guard case .error = try await client.invoke("Count", "[1,1]") else { return fail("no error") }
            await client.close()
        }
    }

    @Test(
        "tells what was wrong with a call in the words of official servers", .timeLimit(.minutes(1)),
        arguments: [
            ("Crash", "[]", "An unexpected error occurred invoking 'Crash' on the server. UnplannedError: unplanned"),
            (
                "Add", "[1]",
                "Failed to invoke 'Add' due to an error on the server. InvalidDataException: Invocation provides 1 "
                    + "argument(s) but target expects 2."
            ),
            (
                "Add", "[1.5,2]",
                "Failed to invoke 'Add' due to an error on the server. InvalidDataException: Error binding arguments. Make"
                    + " sure that the types of the provided values match the types of the hub method being invoked."
            ),
            (
                "Sum", "[]",
                "An unexpected error occurred invoking 'Sum' on the server. HubException: Client sent 0 stream(s), Hub "
                    + "method expects 1."
            ),
            (
                "Count", "[1,1]",
                "The client attempted to invoke the streaming 'Count' method with a non-streaming invocation."
            ),
        ])
    func errorTexts(_ method: String, _ arguments: String, _ text: String) async throws {
        var configuration = HubConfiguration()
        configuration.tellsDetails = true
        try await withHub(conformanceHub(configuration)) { port in
            let client = try await RawHubClient.open(port: port)
            #expect(try await client.invoke(method, arguments) == .error(text))
            await client.close()
        }
    }

    @Test("keeps the order of calls and answers only those with an id", .timeLimit(.minutes(1)))
    func order() async throws {
        try await withHub(conformanceHub()) { port in
            let client = try await RawHubClient.open(port: port)
            for number in 0..<200 {
                try await client.send(.invocation(InvocationMessage("SendMe", arguments: json(#"["n",[\#(number)]]"#))))
            }
            for number in 0..<200 {
                #expect(try await client.next() == .invocation(InvocationMessage("n", arguments: json("[\(number)]"))))
            }
            #expect(try await client.invoke("Null") == .result(json("null")))
            await client.close()
        }
    }

    @Test("streams items, failures, and stops when the client cancels", .timeLimit(.minutes(1)))
    func streams() async throws {
        let ended = CancellationCount()
        let hub = ConformanceHub(HubConfiguration(), cancelledStreams: ended).hub
        try await withHub(hub) { port in
            let client = try await RawHubClient.open(port: port)
            try await client.send(.streamInvocation(InvocationMessage("Count", arguments: json("[2,0]"), id: "7")))
            #expect(try await client.next() == .streamItem(id: "7", item: json("0")))
            #expect(try await client.next() == .streamItem(id: "7", item: json("1")))
            #expect(try await client.next() == .completion(id: "7", .void))
            try await client.send(
                .streamInvocation(InvocationMessage("CountThenFail", arguments: json("[1]"), id: "8")))
            #expect(try await client.next() == .streamItem(id: "8", item: json("0")))
            guard case .completion("8", .error(let text)) = try await client.next() else {
                return fail("no error")
            }
            #expect(text.contains("on purpose"))
            try await client.send(.streamInvocation(InvocationMessage("Forever", arguments: json("[]"), id: "9")))
            #expect(try await client.next() == .streamItem(id: "9", item: json("0")))
            try await client.send(.streamInvocation(InvocationMessage("Forever", arguments: json("[]"), id: "9")))
            try await client.send(.cancelInvocation(id: "9"))
            try await eventually("the stream ended") { ended.count == 1 }
            #expect(try await client.invoke("Null", id: "10") == .result(json("null")))
            await client.close()
        }
    }

    @Test("ends the streams of a client that goes", .timeLimit(.minutes(1)))
    func goneClient() async throws {
        let ended = CancellationCount()
        let hub = ConformanceHub(HubConfiguration(), cancelledStreams: ended).hub
        try await withHub(hub) { port in
            let client = try await RawHubClient.open(port: port)
            try await client.send(.streamInvocation(InvocationMessage("Forever", arguments: json("[]"), id: "1")))
            #expect(try await client.next() == .streamItem(id: "1", item: json("0")))
            client.socket.abort()
            try await eventually("the stream ended") { ended.count == 1 }
            try await eventually("the connection is forgotten") { hub.connectionCount == 0 }
        }
    }

    @Test("reads uploads, also those that begin before their call runs", .timeLimit(.minutes(1)))
    func uploads() async throws {
        try await withHub(conformanceHub()) { port in
            let client = try await RawHubClient.open(port: port)
            try await client.send(.invocation(InvocationMessage("Slow", arguments: json("[30]"))))
            try await client.send(
                .invocation(InvocationMessage("Join", arguments: json(#"["-"]"#), id: "1", streamIDs: ["2", "3"])))
            for (id, item) in [("3", #""c""#), ("2", #""a""#), ("2", #""b""#)] {
                try await client.send(.streamItem(id: id, item: json(item)))
            }
            try await client.send(.completion(id: "3", .void))
            try await client.send(.completion(id: "2", .void))
            #expect(try await client.next() == .completion(id: "1", .result(json(#""a,b-c""#))))
            try await client.send(
                .invocation(InvocationMessage("First", arguments: json("[]"), id: "4", streamIDs: ["5"])))
            for number in 0..<50 { try await client.send(.streamItem(id: "5", item: json("\(number)"))) }
            #expect(try await client.next() == .completion(id: "4", .result(json("0"))))
            try await client.send(
                .invocation(InvocationMessage("Sum", arguments: json("[]"), id: "6", streamIDs: ["7"])))
            try await client.send(.completion(id: "7", .error("source broke")))
            guard case .completion("6", .error(let text)) = try await client.next() else {
                return fail("no error")
            }
            #expect(text.contains("source broke"))
            await client.close()
        }
    }

    @Test("asks clients and gives their answers, refusals and silence", .timeLimit(.minutes(1)))
    func clientResults() async throws {
        let hub = conformanceHub()
        try await withHub(hub) { port in
            let client = try await RawHubClient.open(port: port)
            let id = try #require(hub.peers.first?.id)
            async let answer = hub.invoke("ask", [JSONFragment(4)], on: id)
            guard case .invocation(let call) = try await client.next(), let callID = call.id else {
                return fail("no call")
            }
            #expect(call == InvocationMessage("ask", arguments: json("[4]"), id: callID))
            try await client.send(.completion(id: callID, .result(json("9"))))
            #expect(try await answer.text == "9")
            let refusal = Task { try await hub.invoke("ask", on: id) }
            guard case .invocation(let second) = try await client.next(), let secondID = second.id else {
                return fail("no call")
            }
            try await client.send(.completion(id: secondID, .error("Client didn't provide a result.")))
            await #expect(throws: HubFailure("Client didn't provide a result.")) { _ = try await refusal.value }
            await #expect(throws: HubFailure.self) { try await hub.invoke("ask", on: id, within: .milliseconds(20)) }
            let lost = Task { try await hub.invoke("ask", on: id) }
            _ = try await client.next()
            _ = try await client.next()
            client.socket.abort()
            await #expect(throws: HubFailure("The client has disconnected.")) { _ = try await lost.value }
            await #expect(throws: HubFailure.self) { try await hub.invoke("ask", on: "nobody") }
        }
    }

    @Test("sends to everybody, a user, a group and one connection", .timeLimit(.minutes(1)))
    func sending() async throws {
        let hub = Hub { credentials in
            .allowed(user: credentials.token?.withText { $0 })
        }
        hub.onConnect { peer in if peer.user == "mum" { hub.join(peer.id, "parents") } }
        try await withHub(hub) { port in
            let mum = try await RawHubClient.open(port: port, headers: [("Authorization", "Bearer mum")])
            let child = try await RawHubClient.open(port: port, path: "/hub?access_token=child")
            #expect(hub.send("a", [JSONFragment(1), JSONFragment("x")]) == 2)
            #expect(hub.send("b", to: .user("child")) == 1)
            #expect(hub.send("c", to: .group("parents")) == 1)
            #expect(hub.send("d", to: .group("nobody")) == 0)
            let all = HubMessage.invocation(InvocationMessage("a", arguments: json(#"[1,"x"]"#)))
            #expect(try await mum.next() == all)
            #expect(try await child.next() == all)
            #expect(try await child.next() == .invocation(InvocationMessage("b", arguments: json("[]"))))
            #expect(try await mum.next() == .invocation(InvocationMessage("c", arguments: json("[]"))))
            await mum.close()
            await child.close()
        }
    }

    @Test("cuts a client that reads nothing, for what waits and not only for how long", .timeLimit(.minutes(1)))
    func slowClient() async throws {
        var configuration = HubConfiguration()
        configuration.maximumOutgoingBytes = 64 * 1024
        // This would cut it too.
        configuration.sendTimeout = .seconds(3_600)
        let hub = Hub(configuration)
        try await withHub(hub) { port in
            let slow = try await RawHubClient.open(port: port)
            let text = JSONFragment(String(repeating: "x", count: 8 * 1024))
            // The client reads into its inbox until that is full, then the sockets fill, then the queue.
            for _ in 0..<20_000 where hub.connectionCount > 0 {
                hub.send("flood", [text])
                await Task.yield()
            }
            try await eventually("the client is cut") { hub.connectionCount == 0 }
            slow.socket.abort()
        }
    }
}
