import Control
import Daemon
import Glibc
import JSON
import Values

/// `pocketbell pending import`: takes in what `export` has written.
package struct UnsentImport: Sendable {
    private let file: String

    /// - Parameter file: `-` is standard input.
    package init(from file: String) { self.file = file }

    private struct Result {
        var counts = ["imported": 0, "known": 0, "ended": 0]
        var refused: [(line: Int, refusal: DaemonError)] = []
    }

    /// One line after the other, in one inquiry: those that are refused keep no other back.
    package func run(_ context: CommandContext) async -> CommandOutcome {
        let texts: [(number: Int, text: String)]
        do throws(DaemonError) {
            texts = try entries()
        } catch {
            Output.problem(error.message, hint: error.hint)
            return .inputMissing
        }
        do {
            let result = try await Inquiry.with(context) { inquiry in
                var result = Result()
                for (number, text) in texts { try await take(text, number, inquiry, &result) }
                return result
            }
            return tell(result, context)
        } catch {
            return Output.outcome(of: error)
        }
    }

    /// The lines that are entries.
    private func entries() throws(DaemonError) -> [(number: Int, text: String)] {
        var lines = try LineReader(file)
        try requireHead(try lines.next())
        var texts: [(number: Int, text: String)] = []
        while let line = try lines.next() {
            if !line.isEmpty { texts.append((lines.number, line)) }
        }
        return texts
    }

    private func requireHead(_ line: String?) throws(DaemonError) {
        guard let line, let head = try? JSONValue(parsing: line), head["pocketbell"] == .string(UnsentLine.mark) else {
            throw DaemonError(
                .usage, "\(file.harmless) is no file that 'pending export' has written",
                hint: "name such a file: pocketbell pending import FILE")
        }
    }

    private func take(_ text: String, _ number: Int, _ inquiry: Inquiry, _ result: inout Result) async throws {
        do {
            let answer = try await inquiry.ask(ControlRequest(.post, [UnsentLine.mark], body: Secret(text)))
            guard case .string(let outcome)? = answer["outcome"] else { return }
            result.counts[outcome, default: 0] += 1
        } catch let error as DaemonError where error.kind == .usage || error.kind == .unavailable {
            result.refused.append((number, error))
        }
    }

    private func tell(_ result: Result, _ context: CommandContext) -> CommandOutcome {
        if context.isJSON {
            Output.line(json(result))
        } else {
            Output.line(sentence(result.counts))
        }
        for (line, refusal) in result.refused {
            Output.problem("line \(line) is not imported: \(refusal.message.harmless)", hint: refusal.hint)
        }
        return result.refused.isEmpty ? .success : .needsPerson
    }

    private func json(_ result: Result) -> JSONValue {
        func count(_ name: String) -> JSONValue { .number(JSONNumberText(result.counts[name] ?? 0)) }
        let refused = result.refused.map { line, refusal -> JSONValue in
            let hint: JSONValue = refusal.hint.map { .string($0) } ?? nil
            return ["line": .number(JSONNumberText(line)), "message": .string(refusal.message), "hint": hint]
        }
        return [
            "imported": count("imported"), "known": count("known"), "ended": count("ended"),
            "refused": .array(refused),
        ]
    }

    private func sentence(_ counts: [String: Int]) -> String {
        func count(_ name: String) -> Int { counts[name] ?? 0 }
        var parts = [count("imported") == 1 ? "1 entry" : "\(count("imported")) entries"]
        if count("known") > 0 { parts.append("\(count("known")) here before") }
        if count("ended") > 0 { parts.append("\(count("ended")) at the end since") }
        return "Imported: \(parts.joined(separator: ", ")). See them: pocketbell pending"
    }
}

/// Reads a file line by line, each of which has to fit a request.
private struct LineReader: ~Copyable {
    /// A photo in base 64 and what is said besides, in bytes.
    private static let longest = 4 << 20

    private let name: String
    private let descriptor: Int32
    private var rest: [UInt8] = []
    /// What of it was read.
    private var start = 0
    private var hasEnded = false
    /// Of the last line, from 1.
    private(set) var number = 0

    /// - Parameter file: `-` is standard input.
    init(_ file: String) throws(DaemonError) {
        name = file == "-" ? "standard input" : file.harmless
        descriptor = file == "-" ? dup(STDIN_FILENO) : unsafe open(file, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else {
            throw DaemonError(
                .usage, "\(name) can't be read: \(SystemError())", hint: "name a file that is there and may be read")
        }
    }

    deinit { close(descriptor) }

    /// `nil` at the end.
    mutating func next() throws(DaemonError) -> String? {
        while true {
            if let end = rest[start...].firstIndex(of: 10) ?? (hasEnded && start < rest.count ? rest.count : nil) {
                number += 1
                let line = String(validating: rest[start..<end], as: UTF8.self)
                start = min(end + 1, rest.count)
                guard let line else { throw DaemonError(.usage, "line \(number) of \(name) is no UTF-8 text") }
                return line
            }
            guard !hasEnded else { return nil }
            guard rest.count - start < Self.longest else {
                throw DaemonError(
                    .usage, "line \(number + 1) of \(name) is longer than any that 'pending export' writes")
            }
            try fill()
        }
    }

    private mutating func fill() throws(DaemonError) {
        rest.removeSubrange(..<start)
        start = 0
        var chunk = [UInt8](repeating: 0, count: 1 << 16)
        let count = unsafe read(descriptor, &chunk, chunk.count)
        if count < 0, errno == EINTR { return }
        guard count >= 0 else { throw DaemonError(.usage, "\(name) can't be read: \(SystemError())") }
        if count == 0 { hasEnded = true } else { rest += chunk[..<count] }
    }
}
