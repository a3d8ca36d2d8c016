import JSON
import Testing

extension Conformance.Streams {
    @Test("62. Two uploads and arguments", arguments: ConformanceCase.servers(62))
    func twoUploads(_ server: Server) async throws {
        try await prove(62, server) { bench in
            let uploads = [Upload(["\"a\"", "\"b\""]), Upload(["\"c\""])]
            guard server == .scripted else {
                let client = try await bench.started()
                let joined = try await client.invoke("Join", ["\"-\""], uploading: uploads)
                try #require(joined == "\"a,b-c\"")
                return
            }
            let (client, socket, _) = try await bench.connected()
            let call = Call(client, "Join", ["\"-\""], uploading: uploads)
            let record = try await socket.call()
            try #require(record.json?["arguments"] == ["-"])
            guard case .array(let names)? = record.json?["streamIds"], names.count == 2 else {
                throw Disproof(description: "no two streams: \(record)")
            }
            var seen: [JSONValue: [JSONValue]] = [:]
            var completed = Set<JSONValue>()
            while completed.count < 2 {
                let next = try await socket.next("item or completion")
                let id = try #require(next.json?["invocationId"])
                try #require(names.contains(id) && !completed.contains(id))
                if next.type == 2 { seen[id, default: []].append(try #require(next.json?["item"])) }
                if next.type == 3 {
                    try #require(next.json?["error"] == nil && next.json?["result"] == nil, "\(next)")
                    completed.insert(id)
                }
            }
            try #require(seen == [names[0]: ["a", "b"], names[1]: ["c"]])
            try #require(!names.contains(.string(record.id ?? "")))
            socket.complete(record.id, #","result":1"#)
            try #require(try await call.result() == "1")
        }
    }

    @Test("63. An upload's source throws: a completion with an error", arguments: ConformanceCase.servers(63))
    func failingSource(_ server: Server) async throws {
        try await prove(63, server) { bench in
            let upload = Upload(["1"], ends: false)
            upload.steps.add(.fail("the source failed"))
            guard server == .scripted else {
                let client = try await bench.started()
                let failure = try await Call(client, "Sum", uploading: [upload]).failure()
                try #require(failure.isOne(of: "method-failed"), "\(failure)")
                try #require(try await client.invoke("Echo", "1") == "1")
                return
            }
            let (client, socket, _) = try await bench.connected()
            let call = Call(client, "Sum", uploading: [upload])
            let record = try await socket.call()
            try #require(try await socket.next("item").json?["item"] == 1)
            let completion = try await socket.next("completion")
            try #require(completion.type == 3 && completion.json?["invocationId"] == record.json?["streamIds"]?[0])
            guard case .string(let text)? = completion.json?["error"] else {
                throw Disproof(description: "no error: \(completion)")
            }
            try #require(text.contains("the source failed"))
            socket.complete(record.id, #","error":"so the call failed""#)
            let failure = try await call.failure()
            try #require(failure.says("so the call failed"))
        }
    }

    @Test("64. The call completes during the upload: no further items", arguments: ConformanceCase.servers(64))
    func earlyAnswer(_ server: Server) async throws {
        try await prove(64, server) { bench in
            let upload = Upload(["7"], ends: false)
            guard server == .scripted else {
                let client = try await bench.started()
                let call = Call(client, "First", uploading: [upload])
                try #require(try await call.result() == "7")
                upload.steps.add(.item("8"))
                try #require(try await client.invoke("Echo", "1") == "1")
                return
            }
            let (client, socket, _) = try await bench.connected()
            let call = Call(client, "First", uploading: [upload])
            let record = try await socket.call()
            try #require(try await socket.next("item").type == 2)
            socket.complete(record.id, #","result":7"#)
            try #require(try await call.result() == "7")
            upload.steps.add(.item("8"))
            upload.steps.add(.end)
            try await socket.proveAlive(client)
            try await socket.proveAlive(client)
            try #require(socket.records.all.filter { $0.type == 2 }.count == 1)
        }
    }

    @Test("65. A loss during the upload: nothing goes to the new connection", arguments: ConformanceCase.servers(65))
    func lossDuringUpload(_ server: Server) async throws {
        try await prove(65, server) { bench in
            let upload = Upload(["1"], ends: false)
            let (client, socket, peer) = try await bench.connected { $0.reconnectDelays = [.zero] }
            let call = Call(client, "Sum", uploading: [upload])
            _ = try await socket.call()
            try #require(try await socket.next("item").type == 2)
            socket.cut()
            _ = try await call.failure()
            let second = try await peer.hub(2)
            try await client.reconnected()
            upload.steps.add(.item("2"))
            upload.steps.add(.end)
            try await second.proveAlive(client)
            try await second.proveAlive(client)
            try #require(!second.records.all.contains { $0.type == 2 || $0.type == 3 })
        }
    }
}
