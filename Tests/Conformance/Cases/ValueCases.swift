import JSON
import Runtime
import SignalRClient
import SignalRCodable
import Testing

/// Cases about types, which our client has in a layer of its own.
extension Conformance.Streams {
    @Test(
        "60. An item that can't be decoded: the stream fails and is cancelled", arguments: ConformanceCase.servers(60))
    func undecodable(_ server: Server) async throws {
        try await prove(60, server) { bench in
            let peer = try bench.peer()
            let client = try bench.add(try InProcessClient(peer.url, HubConnectionOptions()))
            let socket = try await peer.hub(starting: client)
            let stream = try await client.connection.stream("m", of: Int.self)
            let id = try await socket.call().id
            for item in ["1", "\"two\"", "3"] { socket.item(id, item) }
            var numbers: [Int] = []
            var failure: HubError?
            do throws(HubError) {
                for try await number in stream { numbers.append(number) }
            } catch {
                failure = error
            }
            try #require(numbers == [1] && failure?.kind == .badResult)
            let cancellation = try await socket.next("cancellation")
            try #require(cancellation.type == 5 && cancellation.id == id)
            try await socket.proveAlive(client)
        }
    }
}

extension Conformance.BeingCalled {
    @Test("69. Arguments that don't fit: only that message is dropped", arguments: ConformanceCase.servers(69))
    func unfitting(_ server: Server) async throws {
        try await prove(69, server) { bench in
            let peer = try bench.peer()
            let client = try bench.add(try InProcessClient(peer.url, HubConnectionOptions()))
            let (taken, dropped) = (Journal<String>(), Journal<String>())
            var coding = HubCoding.standard
            coding.onMismatch = { dropped.add($0.target) }
            client.connection.on("t", coding: coding) { (number: Int, text: String) in taken.add("\(number) \(text)") }
            try client.connection.answer("ask", coding: coding) { (number: Int) in number + 1 }
            let socket = try await peer.hub(starting: client)
            socket.send(
                [#"[1]"#, #"["a","b"]"#, #"[1,"b","c"]"#, #"[{},null]"#, #"[2,"b"]"#]
                    .map { #"{"type":1,"target":"t","arguments":\#($0)}^"# }.joined())
            try #require(try await taken.next("invocation that fits") == "2 b")
            try #require(dropped.all == ["t", "t", "t", "t"])
            socket.invoke("ask", "[\"one\"]", id: "q1")
            let refusal = try await socket.next("answer")
            try #require(refusal.id == "q1" && refusal.json?["error"] == "Client failed to parse argument(s).")
            socket.invoke("ask", "[1]", id: "q2")
            try #require(try await socket.next("answer").json?["result"] == 2)
            try await socket.proveAlive(client)
        }
    }
}
