import Configuration
import Runtime
import Terminal
import TextFormats
import Values

/// Questions to the person at the terminal. Each has a thread of its own: a person may think for long.
enum Asking {
    /// Whoever signs in is asked these, at the first sign-in and at any other.
    static let serverQuestion = "Address of the family server (https://…): "
    static let emailQuestion = "E-mail of whoever signs in: "

    /// Whether there is anybody to ask.
    static var isPossible: Bool { TextInput.hasTerminal }

    /// - Returns: the line without blanks around it; `nil` at the end of the input.
    /// - Throws: `SecretInput.Failure`, and `CancellationError` when the task is cancelled; the terminal is then as it was at the
    ///   latest when the program ends.
    static func line(_ question: String) async throws -> String? {
        try await textual { () throws(SecretInput.Failure) in try TextInput.prompt(question) }
    }

    /// The same without showing what is typed; an empty line is an error.
    static func secret(_ question: String) async throws -> Secret {
        try await textual { () throws(SecretInput.Failure) in try SecretInput.prompt(question) }
    }

    /// Asks again after what is no text.
    private static func textual<Value: Sendable>(
        _ prompt: @escaping @Sendable () throws(SecretInput.Failure) -> Value
    ) async throws -> Value {
        while true {
            do {
                return try await answer(prompt)
            } catch SecretInput.Failure.notText {
                Output.note("  It must be UTF-8 text; is the terminal set to another encoding?")
            }
        }
    }

    /// Asks until the answer has the form that it needs, and says each time what is wrong with it.
    ///
    /// - Returns: `nil` at the end of the input.
    static func until<Value>(
        _ ask: () async throws -> String?, is parse: (String) throws(TextFormatError) -> Value
    ) async throws -> Value? {
        while let text = try await ask() {
            do throws(TextFormatError) {
                return try parse(text)
            } catch {
                Output.note("  It \(error.message)" + (error.hint.map { "; \($0)" } ?? ""))
            }
        }
        return nil
    }

    /// The address of a family server: nobody has to type `https://`.
    static func serverAddress(_ text: String) throws(TextFormatError) -> String {
        try TextFormat.serverAddress.parse(text.isEmpty || text.contains(text: "://") ? text : "https://" + text)
    }

    /// `y`, `yes`, `n`, `no` in any letter case; nothing is the default.
    ///
    /// - Throws: for anything else: a word that slipped in must not decide.
    static func isYes(_ text: String, else standard: Bool) throws(TextFormatError) -> Bool {
        text.isEmpty ? standard : try TextFormat.yesOrNo.parse(text)
    }

    /// Asks until the answer is yes or no; the end of the input is a no.
    static func agrees(_ question: String) async throws -> Bool {
        try await until {
            try await line(question)
        } is: { text throws(TextFormatError) in
            try isYes(text, else: false)
        } ?? false
    }

    private static func answer<Value: Sendable>(
        _ prompt: @escaping @Sendable () throws(SecretInput.Failure) -> Value
    ) async throws -> Value {
        let answer = Promise<Value, any Error>()
        _ = try ServiceThread(name: "prompt") { answer.keep(Result { try prompt() }) }
        guard let outcome = await answer.outcomeUnlessCancelled() else { throw CancellationError() }
        return try outcome.get()
    }
}
