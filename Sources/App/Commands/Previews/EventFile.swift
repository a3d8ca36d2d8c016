import Glibc
import JSON
import Relay
import Settings
import Values

/// A file with something that may have happened, in the form of a webhook's body.
enum EventFile {
    /// Why it tells nothing.
    struct Failure: Error {
        let message: String
        let hint: String
    }

    private static let hint =
        "name a file with what a target of kind webhook or command is sent, as docs/webhook.md shows it under 'What comes'"
    /// No body of a webhook is larger.
    private static let limit = 300_000

    /// - Parameter file: its path; `-` is standard input.
    static func event(in file: String) throws(Failure) -> PreviewEvent {
        guard file != "-" else { return try event(of: try standardInput(), "standard input") }
        switch SettingsBytes.read(file) {
        case .absent: throw Failure(message: "there is no file \(file)", hint: "check its path")
        case .notFile(let what, let step): throw Failure(message: "\(file) is \(what), not an event", hint: step)
        case .unreadable(let error):
            throw Failure(message: "\(file) can't be read: \(error)", hint: error.stepToRead(file))
        case .read(let bytes, _): return try event(of: bytes, file)
        }
    }

    private static func event(of bytes: [UInt8], _ name: String) throws(Failure) -> PreviewEvent {
        guard bytes.count <= limit else {
            throw Failure(message: "\(name) has more than \(limit) bytes", hint: hint)
        }
        let (message, step): (String, String)
        do throws(JSONError) {
            let body = try JSONValue(parsing: bytes)
            guard case .string(let type)? = body["type"], let refusal = PreviewEvent.refusal(ofType: type) else {
                return try PreviewEvent(webhook: JSONNode(body))
            }
            (message, step) = (refusal.message, refusal.hint ?? hint)
        } catch {
            (message, step) = (error.kind == .missingKey ? "it has no '\(error.path)'" : "\(error)", hint)
        }
        throw Failure(message: "\(name) is no event: \(message)", hint: step)
    }

    /// No more of it than shows that it is too much.
    private static func standardInput() throws(Failure) -> [UInt8] {
        if isatty(STDIN_FILENO) == 1 {
            Output.note("Waiting for an event in the form of a webhook's body, then Ctrl-D.")
        }
        var bytes: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 1 << 16)
        while bytes.count <= limit {
            let count = unsafe read(STDIN_FILENO, &chunk, chunk.count)
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else {
                throw Failure(message: "standard input can't be read: \(SystemError())", hint: hint)
            }
            if count == 0 { break }
            bytes += chunk[..<count]
        }
        return bytes
    }
}
