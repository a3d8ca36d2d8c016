import Glibc
import JSON
import MailClient
import Settings
import Systemd
import TestSupport
import Testing
import TextFormats
import Values

@testable import Relay

/// The targets of the example file, of which each kind of `TargetKind.all` has one at least: who adds a kind writes it there, and has
/// it tried by every test over these. Those that are reached over a network may be in the own house.
enum EveryKind {
    static let words = TargetKind.all.map(\.word)
    /// Every secret that has no form of its own, such as a token or a key.
    static let secret = "uQiRzpo4DXghDmr9QzzfQu27cmVRsG"

    /// A target as it is configured, and what came of it.
    struct Example {
        let configuration: TargetConfiguration
        let target: any AlertTarget
        /// `nil` for what is reached without a network.
        let place: TargetPlace?

        var kind: String { configuration.kind.word }
        /// `nil` for what takes no HTTP requests.
        var http: (any HTTPTarget)? { (target as? HTTPCourier)?.target }
    }

    /// What a service accepts, from its documentation, or what is kept to where that names no limit: units of UTF-16 in the longest
    /// text, bytes in the whole.
    static func limits(of kind: String) throws -> (text: Int, body: Int) {
        switch kind {
        case "desktop", "desktops": (1_300, 2_600)
        case "discord": (4_096, 16_384)
        case "email": (120_000, 200_000)
        case "googlechat": (32_000, 32_000)
        case "matrix": (45_000, 65_536)
        case "mattermost": (16_383, 32_768)
        case "pushover": (1_024, 10_000)
        case "rocketchat": (5_000, 16_384)
        case "signal": (2_000, 8_000)
        case "teams": (21_000, 28_000)
        case "apprise", "command", "gotify", "home-assistant", "mqtt", "ntfy", "slack", "telegram", "webhook":
            (4_096, 32_768)
        default: throw UnknownKind(kind)
        }
    }

    /// All that the example file has of a kind, two or more where a key makes another target of it.
    static func examples(of kind: String) throws -> [Example] {
        let examples = try all.get().filter { $0.kind == kind }
        try #require(!examples.isEmpty, "config/pocketbell.example.yaml has no target of the kind '\(kind)'")
        return examples
    }

    static func target(_ kind: String) throws -> any AlertTarget { try examples(of: kind)[0].target }

    /// - Throws: for a kind that takes no HTTP requests.
    static func http(_ kind: String) throws -> any HTTPTarget { try #require(examples(of: kind)[0].http) }

    private static let all = Result {
        let folder = try RelayFixture.makeFolder()
        defer {
            for name in Folder.names(in: folder) { unlink("\(folder)/\(name)") }
            rmdir(folder)
        }
        let closed = try targets(in: folder)
        let networked = Set(closed.filter { $0.settings.network != nil }.map(\.kind.word))
        let tools = TargetTools(http: TestHTTP.shared, bus: nil, clock: .system)
        return try targets(in: folder, open: networked).map { configuration in
            Example(
                configuration: configuration, target: try configuration.target(by: tools),
                place: try configuration.settings.place())
        }
    }

    /// - Parameter open: kinds that may be in the own house, whatever the file says of it.
    private static func targets(in folder: String, open: Set<String> = []) throws -> [TargetConfiguration] {
        let text = try example(in: folder, open: open)
        let origin = SettingsOrigin(name: "the example", folder: folder)
        return try SettingsFile.read(Targets.self, bytes: Array(text.utf8), origin: origin).settings.targets
    }

    private struct Targets: SettingsSection {
        let targets: [TargetConfiguration]

        init(reading reader: inout SettingsReader) {
            targets = reader.sections("targets", TargetConfiguration.self, help: "")
        }
    }

    /// The file's targets with secrets that can be read, and those hooks that it names in a sentence.
    private static func example(in folder: String, open: Set<String>) throws -> String {
        let file = try TextFile.read("\(RealParts.packageFolder)/config/pocketbell.example.yaml")
        var (lines, kind, isInside) = ([String](), "", false)
        for line in file.split(separator: "\n", omittingEmptySubsequences: false).map(String.init) {
            if let first = line.unicodeScalars.first, first.properties.isAlphabetic { isInside = line == "targets:" }
            guard isInside else { continue }
            if value("private-addresses", in: line) != nil, open.contains(kind) { continue }
            lines.append(try readable(line, of: kind, in: folder))
            guard let word = value("kind", in: line) else { continue }
            kind = word
            if open.contains(kind) { lines.append("    private-addresses: true") }
        }
        for hook in ["rocketchat", "googlechat", "teams"] {
            lines += ["  - name: own-\(hook)", "    kind: \(hook)", "    url: https://host.example/hook/abc"]
            if open.contains(hook) { lines.append("    private-addresses: true") }
        }
        return lines.joined(separator: "\n")
    }

    private static func value(_ key: String, in line: String) -> String? {
        let words = line.split(separator: " ", omittingEmptySubsequences: true)
        return words.count >= 2 && words[0] == "\(key):" ? String(words[1]) : nil
    }

    private static func readable(_ line: String, of kind: String, in folder: String) throws -> String {
        var words = line.split(separator: " ", omittingEmptySubsequences: true)
        // Of a list the first one will do.
        if words.count >= 2, words[1].hasPrefix("[") { words[1] = words[1].dropFirst() }
        guard words.count >= 2, ["file:", "env:", "credential:"].contains(where: { words[1].hasPrefix($0) }) else {
            return line
        }
        let (key, indent) = (words[0].dropLast(), String(line.prefix { $0 == " " }))
        let path = "\(folder)/\(kind).\(key)"
        try TextFile.write(Array(secret(kind, String(key)).utf8), to: path, mode: 0o600)
        return line.contains("[") ? "\(indent)\(key): [file:\(path)]" : "\(indent)\(key): file:\(path)"
    }

    /// Such as each kind's form asks for.
    private static func secret(_ kind: String, _ key: String) -> String {
        switch (kind, key) {
        case (_, "url"): "https://host.example/hook/abc"
        case ("telegram", _): "110201543:AAHdqTcvCH1vGWJxfSeofSAs0K5PALDsaw"
        case ("webhook", "secret"), ("webhook", "secrets"): "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"
        default: secret
        }
    }
}

/// Nothing was said of it: what goes for another kind says nothing of this one.
struct UnknownKind: Error, CustomStringConvertible {
    let description: String

    init(_ kind: String, line: Int = #line, file: String = #fileID) {
        description = "\(file):\(line) says nothing of the kind '\(kind)'; say it there"
    }
}

/// What a target tells, as its reader gets it. A body that is no JSON, such as a form, is read by a case of its own in `init`.
struct ToldTexts {
    /// Every text in it.
    private(set) var texts: [String] = []
    private(set) var size = 0

    /// - Throws: for what is not valid in the target's own format.
    init(of alert: RenderedAlert, at target: any AlertTarget) throws {
        switch target {
        case is DesktopTarget:
            for capabilities: Set<String> in [[], ["body"]] {
                let content = DesktopTarget.content(of: alert, capabilities)
                texts += [content.title, content.body]
                size = max(size, content.title.utf8.count + content.body.utf8.count)
            }
        case is DesktopsTarget:
            for capabilities: Set<String> in [[], ["body"]] {
                let content = Popup(alert).content(capabilities)
                texts += [content.title, content.body]
                size = max(size, content.title.utf8.count + content.body.utf8.count)
            }
        case let mail as EmailTarget:
            let message = mail.message(for: alert, at: Timestamp(seconds: 1_773_501_000))
            texts = [message.subject, message.text, message.html]
            size = message.bytes.count
            #expect(
                message.bytes.allSatisfy { 0x20..<0x7F ~= $0 || [0x09, 0x0A, 0x0D].contains($0) }, "a mail is ASCII")
        default:
            let body = try #require(target.body(for: alert, stored: nil), "say here how it is read")
            size = body.count
            collect(
                try #require(
                    try? JSONValue(parsing: body), "no JSON; if it is none on purpose, say here how it is read"))
        }
    }

    private mutating func collect(_ value: JSONValue) {
        switch value {
        case .string(let text): texts.append(text)
        case .array(let values): for value in values { collect(value) }
        case .object(let object):
            for member in object.members {
                texts.append(member.name)
                collect(member.value)
            }
        default: break
        }
    }

    /// Code points that act on the reader's screen instead of being read.
    var controls: [Unicode.Scalar] {
        texts.flatMap(\.unicodeScalars).filter { scalar in
            switch scalar.value {
            case 0x09, 0x0A: false
            case 0..<0x20, 0x7F..<0xA0, 0x200E, 0x200F, 0x2028, 0x2029, 0x202A...0x202E, 0x2066...0x2069: true
            default: false
            }
        }
    }

    /// Texts in which a cut went through an entity, or through a backslash and what it protects.
    ///
    /// Only for what people typed that holds no entity and ends in no backslash of its own.
    var broken: [String] {
        texts.filter { text in
            let rest = Self.entities.reduce(text) { $0.replacing(text: $1, with: "") }
            if rest != text, rest.unicodeScalars.contains("&") { return true }
            let shown = text.hasSuffix("…") ? text.dropLast() : text[...]
            return shown.reversed().prefix { $0 == "\\" }.count % 2 == 1
        }
    }

    private static let entities = ["&amp;", "&lt;", "&gt;", "&quot;", "&#39;"]
}
