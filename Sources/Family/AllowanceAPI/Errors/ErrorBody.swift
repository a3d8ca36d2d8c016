import JSON
import Values

/// The shapes in which the public backend tells what went wrong.
package enum ErrorBody: Sendable, Equatable {
    /// Nothing: an unknown route, a missing token, a crash, and every refusal of a transaction.
    case empty
    /// `{"error":{"code":"NOT_FOUND","message":"…"}}`
    case coded(code: String, message: String)
    /// `{"error":"…"}`
    case message(String)
    /// Bare text, or a JSON string.
    case text(String)
    /// `application/problem+json` with a title.
    case problem(title: String)
    /// The same with `errors`: a list for each field.
    case invalidFields(title: String, fields: [Field])
    /// A page for a browser, or a developer's stack trace: nothing in it is meant for us.
    case page

    /// What a validation said about one field; the name may be empty or a path.
    package struct Field: Sendable, Equatable {
        /// As the server wrote it, cut to 200 characters of one line.
        package let name: String
        /// The first five, each cut in the same way.
        package let messages: [String]
    }

    /// Reads an error's body; whatever it holds, this never fails.
    package init(_ bytes: [UInt8]) {
        let text = String(decoding: bytes, as: UTF8.self)
        guard let first = text.unicodeScalars.first(where: { !$0.properties.isWhitespace }) else {
            self = .empty
            return
        }
        // A long text with lines that begin with "at" is a stack trace.
        guard first != "<", !text.contains(text: "\n   at "), let root = try? JSONValue(parsing: bytes) else {
            self =
                first == "<" || text.contains(text: "\n   at ") || text.utf8.count > 2_000
                ? .page : .text(Self.tame(text))
            return
        }
        self = Self.shape(root)
    }

    private static func shape(_ root: JSONValue) -> ErrorBody {
        switch root {
        case .string(let text): .text(tame(text))
        case .object(let object):
            switch object["error"] {
            case .string(let text)?: .message(tame(text))
            case .object(let error)?: .coded(code: tame(text(error["code"])), message: tame(text(error["message"])))
            default: problem(object)
            }
        case .array, .number, .bool, .null: .text("")
        }
    }

    private static func problem(_ object: JSONObject) -> ErrorBody {
        let title = tame(text(object["title"]))
        guard case .object(let errors)? = object["errors"] else { return .problem(title: title) }
        let fields = errors.members.prefix(20).map { member in
            let messages: [JSONValue] = if case .array(let found) = member.value { found } else { [member.value] }
            return Field(name: tame(member.name), messages: messages.prefix(5).map { tame(text($0)) })
        }
        return .invalidFields(title: title, fields: Array(fields))
    }

    private static func text(_ value: JSONValue?) -> String {
        if case .string(let text)? = value { text } else { "" }
    }

    /// One line of at most 200 characters, since it ends in terminals and logs.
    static func tame(_ text: String) -> String {
        var shown = String.UnicodeScalarView()
        for scalar in text.unicodeScalars.prefix(200) {
            switch scalar.properties.generalCategory {
            case .control, .lineSeparator, .paragraphSeparator: shown.append(" ")
            case .format: continue
            default: shown.append(scalar)
            }
        }
        // A server in debug mode may repeat our token.
        return String(shown).split(separator: " ", omittingEmptySubsequences: false)
            .map { $0.contains(text: "eyJ") ? "<redacted>" : $0 }.joined(separator: " ")
    }
}

extension ErrorBody {
    /// What it says to people; `nil` where it says nothing.
    package var text: String? {
        let text =
            switch self {
            case .empty, .page: ""
            case .coded(let code, let message): message.isEmpty ? code : message
            case .message(let text), .text(let text): text
            case .problem(let title): title
            case .invalidFields(let title, let fields): fields.first?.messages.first ?? title
            }
        return text.isEmpty ? nil : text
    }
}
