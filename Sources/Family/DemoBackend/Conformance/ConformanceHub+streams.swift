import JSON
import SignalRServer

/// Streams to the client and from it.
extension ConformanceHub {
    func addStreams() {
        hub.onStream("Count", jsonParameters: 2) { call, items in
            let (count, pause) = (try call.arguments.int32(0), try call.arguments.int32(1))
            for number in 0..<max(0, count) {
                if pause > 0 { try await Task.sleep(for: .milliseconds(pause)) }
                try await items.send(JSONFragment(Int(number)))
            }
        }
        hub.onStream("CountThenFail", jsonParameters: 1) { call, items in
            for number in 0..<max(0, try call.arguments.int32(0)) { try await items.send(JSONFragment(Int(number))) }
            throw HubFailure("stream failed on purpose")
        }
        hub.onStream("Forever", jsonParameters: 0) { [cancelledStreams] _, items in
            defer { cancelledStreams.add() }
            var number = 0
            while true {
                try await Task.sleep(for: .milliseconds(5))
                try await items.send(JSONFragment(number))
                number += 1
            }
        }
        hub.on("CancelledStreams", parameters: 0) { [cancelledStreams] _ in JSONFragment(cancelledStreams.count) }
    }

    func addUploads() {
        hub.on("Sum", parameters: 0, uploads: 1) { call in
            var sum: Int32 = 0
            for try await item in try call.upload(0) { sum &+= try Self.item(item) { try $0.int32(0) } }
            return JSONFragment(Int(sum))
        }
        hub.on("First", parameters: 0, uploads: 1) { call in
            for try await item in try call.upload(0) {
                return JSONFragment(Int(try Self.item(item) { try $0.int32(0) }))
            }
            return JSONFragment(-1)
        }
        hub.on("Join", parameters: 1, uploads: 2) { call in
            let between = try call.arguments.string(0)
            let (left, right) = (try await Self.texts(call.upload(0)), try await Self.texts(call.upload(1)))
            return JSONFragment(left.joined(separator: ",") + between + right.joined(separator: ","))
        }
        hub.onStream("Doubles", jsonParameters: 0, uploads: 1) { call, items in
            for try await item in try call.upload(0) {
                try await items.send(JSONFragment(Int(try Self.item(item) { try $0.int32(0) } &* 2)))
            }
        }
    }

    private static func texts(_ upload: HubFragments) async throws -> [String] {
        var texts: [String] = []
        var count = 0
        for try await next in upload {
            let text = try item(next) { try $0.string(0) }
            count += text.utf8.count
            guard count <= longestText else { throw HubFailure("too long") }
            texts.append(text)
        }
        return texts
    }

    private static func item<Value>(
        _ item: JSONFragment, _ read: (HubArguments) throws -> Value
    ) throws -> Value {
        do { return try read(HubArguments([item])) } catch { throw HubFailure("Failed to bind Stream message.") }
    }
}
