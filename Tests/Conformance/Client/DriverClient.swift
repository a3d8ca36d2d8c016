import JSON
import Runtime
import TestSupport

/// Another client: a program that does on standard input and output what `docs/conformance-other-clients.md` says.
final class DriverClient: ClientUnderTest {
    let events = Journal<ClientEvent>()
    private let replies = DriverReplies()
    private let process: ChildProcess
    private let numbers = Counter()
    private let input = Lock(())

    init(_ program: String, _ options: ClientOptions) async throws {
        let (events, replies) = (events, replies)
        process = try ChildProcess(program) { line in
            var limits = JSONLimits()
            limits.bytes = 1 << 28
            guard let message = try? JSONValue(parsing: line, limits: limits) else { return }
            if let event = ClientEvent(message) { return events.add(event) }
            replies.take(message)
        }
        let reply = try await call("configure", ["options": options.json]).last
        if case .string(let what)? = reply["unsupported"] { throw Inapplicable(what: "the driver has no \(what)") }
    }

    // MARK: Life and calls

    func start() async throws(ClientFailure) { _ = try await call("start").last }

    func stop() async { _ = try? await call("stop").last }

    func end() async {
        process.signal(9)
        _ = try? await process.waitForExit()
    }

    func invoke(
        _ method: String, _ arguments: [String], uploading uploads: [Upload]
    ) async throws(ClientFailure) -> String {
        let number = post("invoke", Self.members(method, arguments, uploads))
        let pump = pump(uploads, of: number)
        defer { pump.cancel() }
        let outcome: Result<JSONValue, ClientFailure> = await withTaskCancellationHandler {
            do throws(ClientFailure) { return .success(try await replies.last(of: number)) } catch {
                return .failure(error)
            }
        } onCancel: {
            write(["do": "cancel", "of": .number(JSONNumberText(number))])
        }
        return (try outcome.get()["result"] ?? .null).description
    }

    func send(_ method: String, _ arguments: [String], uploading uploads: [Upload]) async throws(ClientFailure) {
        let number = post("send", Self.members(method, arguments, uploads))
        let pump = pump(uploads, of: number)
        _ = try await replies.last(of: number)
        if uploads.isEmpty { pump.cancel() }
    }

    func stream(
        _ method: String, _ arguments: [String], uploading uploads: [Upload]
    ) async throws(ClientFailure) -> any StreamUnderTest {
        let number = post("stream", Self.members(method, arguments, uploads))
        return DriverStream(replies: replies, number: number, pump: pump(uploads, of: number)) { [weak self] in
            self?.write(["do": "cancel", "of": .number(JSONNumberText(number))])
        }
    }

    // MARK: Being called

    func on(_ target: String, then reaction: Reaction) async throws(ClientFailure) {
        _ = try await call("on", ["target": .string(target), "then": reaction.json]).last
    }

    func off(_ target: String) async throws(ClientFailure) {
        _ = try await call("off", ["target": .string(target)]).last
    }

    func answer(_ target: String, _ answer: Answer) async throws(ClientFailure) {
        _ = try await call("answer", ["target": .string(target), "with": answer.json]).last
    }

    // MARK: Lines

    private struct Reply {
        let last: JSONValue
    }

    private func call(_ order: String, _ members: [String: JSONValue] = [:]) async throws(ClientFailure) -> Reply {
        Reply(last: try await replies.last(of: post(order, members)))
    }

    private func post(_ order: String, _ members: [String: JSONValue]) -> Int {
        let number = numbers.next() + 1
        replies.expect(number)
        let all =
            [.init("call", .number(JSONNumberText(number))), .init("do", .string(order))]
            + members.sorted { $0.key < $1.key }.map { JSONObject.Member($0.key, $0.value) }
        write(.object(JSONObject(all)))
        return number
    }

    private func write(_ message: JSONValue) { input.withLock { _ in process.type("\(message)\n") } }

    private static func members(_ method: String, _ arguments: [String], _ uploads: [Upload]) -> [String: JSONValue] {
        let values = arguments.map { (try? JSONValue(parsing: $0)) ?? .null }
        return [
            "method": .string(method), "arguments": .array(values),
            "uploads": .number(JSONNumberText(uploads.count)),
        ]
    }

    /// Hands on the items as the case gives them.
    private func pump(_ uploads: [Upload], of number: Int) -> Task<Void, Never> {
        Task { [weak self] in
            await withDiscardingTaskGroup { group in
                for (index, upload) in uploads.enumerated() {
                    group.addTask {
                        while let step = try? await upload.steps.next("item to upload", within: .seconds(3600)) {
                            self?.write(step.json(of: number, stream: index))
                        }
                    }
                }
            }
        }
    }
}

/// A stream of another client.
private struct DriverStream: StreamUnderTest {
    let replies: DriverReplies
    let number: Int
    let pump: Task<Void, Never>
    let cancelling: @Sendable () -> Void

    func next() async throws(ClientFailure) -> String? { try await replies.nextItem(of: number) }

    func cancel() async {
        pump.cancel()
        cancelling()
    }
}
