import Glibc
import Settings
import TextFormats
import Values

/// A program of this machine that is run for each alert.
struct CommandSettings: TargetSettings {
    static let word = "command"
    static let help = "A program on this machine that reads the alert as JSON."
    /// The program may do as it likes with all of them.
    static let looks = AlertStyle.Key.allCases
    static var icons: TextFormat<String> { .icon }
    static let questions = [
        TargetQuestion("program", "Program that reads the alerts (its whole path): ", isPlace: true) {
            text throws(TextFormatError) in .plain(try TextFormat.programPath.parse(text))
        }
    ]
    /// What most programs need at most, many times over.
    private static let usualLimit = "30s"

    let program: String
    let arguments: [String]
    let limit: Duration

    init(program: String, arguments: [String] = [], limit: Duration = .seconds(30)) {
        (self.program, self.arguments, self.limit) = (program, arguments, limit)
    }

    init(reading reader: inout SettingsReader) {
        program = reader.value(
            "program", .programPath,
            help: "The program's whole path. It is run for each alert, as the user that runs PocketBell.")
        arguments = reader.values(
            "arguments", .argument, mayRepeat: true,
            help: "Its arguments, each as it is: no shell reads them. Left out: none.")
        limit = reader.value(
            "time-limit", .duration(in: .seconds(1)...(.seconds(300))), default: Self.usualLimit,
            help: "What takes longer is ended, with what it has started in its own process group.")
    }

    /// For people; `nil` if it is there and may be run.
    var missingProgram: String? {
        var file = stat()
        guard unsafe stat(program, &file) == 0 else { return "there is no program \(program)" }
        guard file.st_mode & S_IFMT == S_IFREG else { return "\(program) is no program" }
        guard unsafe access(program, X_OK) == 0 else { return "\(program) cannot be run; see: chmod +x \(program)" }
        return nil
    }

    func target(named name: String, by tools: TargetTools) -> any AlertTarget {
        CommandTarget(name: name, program: program, arguments: arguments, limit: limit)
    }
}

extension TextFormat where Value == String {
    /// A whole path: what is looked for in a search path may be another program tomorrow.
    static var programPath: TextFormat {
        let shape = TextShape(name: "path", example: "/usr/local/bin/say-it").with { $0.pattern = "^/.*[^/]$" }
        return TextFormat(shape: shape, placeholder: "/unset") { text throws(TextFormatError) in
            guard text.first == "/", text.last != "/", text.utf8.count <= 4_000, !text.utf8.contains(0) else {
                throw TextFormatError(
                    "must be the whole path of a program", hint: "it begins with '/'; arguments have a key of their own"
                )
            }
            return text
        }
    }

    /// Any text without NUL, where the kernel ends it.
    static var argument: TextFormat {
        let shape = TextShape(name: "text", example: "--quiet").with { $0.jsonTypes = [.string, .number, .boolean] }
        return TextFormat(shape: shape, placeholder: "") { text throws(TextFormatError) in
            guard text.utf8.count <= 4_000, !text.utf8.contains(0) else {
                throw TextFormatError("must have at most 4000 bytes, and no NUL among them")
            }
            return text
        }
    }
}
