import Glibc
import Terminal
import Testing
import TextFormats
import Values

@testable import Settings

private struct Outside: SettingsSection {
    let token: SecretSource?

    init(reading reader: inout SettingsReader) {
        _ = reader.secret("password", help: "Always.")
        token = reader.optionalSecret("token", literal: .guarded(.url), need: .perhapsLater, help: "Perhaps.")
        _ = reader.path("page", example: "a/b", help: "A file.") { path in
            path.hasSuffix("good") ? nil : TextFormatError("names \(path)", hint: "write another")
        }
        _ = reader.path("unchecked", example: "a/b", help: "Another.")
    }
}

@Suite("What settings name outside of themselves")
struct SettingsReferentTests {
    private func referents(_ text: String) throws -> SettingsReferents {
        let origin = SettingsOrigin(name: "t", folder: "/etc/app", home: "/home/ada")
        return try SettingsFile.read(Outside.self, bytes: Array(text.utf8), origin: origin).referents
    }

    private func mistakes(_ text: String, _ need: SettingsReferents.Need? = nil) throws -> [String] {
        (try referents(text).mistakes(need)?.all ?? []).map {
            "\($0.range.start) \($0.message)\($0.hint.map { "; " + $0 } ?? "")\($0.isSecret ? "" : " (shown)")"
        }
    }

    @Test("each is looked at when somebody asks, and told at its place without its line")
    func unusable() throws {
        let text = "password: env:SETTINGS_REFERENT_UNSET\ntoken: file:x\npage: bad"
        let password =
            "1:11 'password' can't be had: the environment variable SETTINGS_REFERENT_UNSET isn't set; set it for this program"
        let page = "3:7 'page' names /etc/app/bad; write another"
        let all = try mistakes(text)
        try #require(all.count == 3)
        #expect(all[0] == password && all[2] == page)
        #expect(all[1].hasPrefix("2:8 'token' can't be had: /etc/app/x can't be read: "))
        #expect(try mistakes(text, .atStart) == [password, page])
        #expect(try mistakes(text, .perhapsLater) == [all[1]])
    }

    @Test("of a file with mistakes they are told in the same breath where that is asked for, in the file's order")
    func allAtOnce() {
        let text = "password: env:SETTINGS_REFERENT_UNSET\nnonsense: 1\npage: bad"
        func found(_ looksAround: Bool) -> [String] {
            let error = #expect(throws: Diagnostics.self) {
                try SettingsFile.read(
                    Outside.self, bytes: Array(text.utf8), origin: SettingsOrigin(name: "t"), looksAround: looksAround)
            }
            return error?.all.map { "\($0.range.start)" } ?? []
        }
        #expect(found(true) == ["1:11", "2:1", "3:7"] && found(false) == ["2:1"])
    }

    @Test("what is usable or unchecked is not told, and a literal is no referent")
    func usable() throws {
        let text = "password: env:PATH\ntoken: https://x.example\npage: good\nunchecked: bad"
        #expect(try referents(text).mistakes() == nil)
        #expect(SettingsReferents.none.mistakes() == nil)
    }

    @Test("a secret that is had and is something else is told with its place, not with itself")
    func another() throws {
        let found = try mistakes("password: env:PATH\ntoken: env:PATH")
        #expect(
            found == [
                "2:8 'token' must be a URL, and what the environment variable PATH holds is something else; begin with https:// or http://"
            ])
    }

    @Test("each kind of place has its name")
    func places() {
        let wrong = TextFormat<String>(shape: TextShape(name: "x", example: "x"), placeholder: "") {
            _ throws(TextFormatError) in
            throw TextFormatError("must be x")
        }
        #expect(SecretSource.literal(Secret("hunter2")).problem(nil) == nil)
        #expect(
            SecretSource.literal(Secret("hunter2")).problem(wrong)
                == TextFormatError(
                    "must be x, and what the configuration holds is something else", hint: "correct it there"))
        #expect(
            SecretSource.environment("PATH").problem(wrong)?.message.contains("the environment variable PATH") == true)
    }

    @Test(
        "a written path begins at the file's folder, at home or at the root",
        arguments: [
            ("a/b", "/f/a/b"), ("/a", "/a"), ("~/a", "/h/a"), ("~a", "/f/~a"), ("~", "/f/~"), ("./a", "/f/./a"),
            ("", "/f/"),
        ])
    func paths(written: String, path: String) {
        #expect(SettingsOrigin(name: "t", folder: "/f", home: "/h").path(written) == path)
        let homeless = SettingsOrigin(name: "t")
        #expect(homeless.path(written) == written)
    }

    @Test(
        "a reference has a known kind and something behind it, in one line",
        arguments: [
            "file:a\nb", "file:", "File:a", "a", "", ":a", "credential:a/b", "credential:..", "env:A=B", "file:a\u{0}b",
            "url:a",
        ])
    func noReference(text: String) {
        #expect(SecretSource(reference: text) == nil)
    }

    @Test(
        "every reason why a secret can't be had says what to do",
        arguments: [
            (
                SecretReference.Failure.unset(variable: "V"), SecretSourceError.Kind.unset,
                "the environment variable V isn't set; set it for this program"
            ),
            (
                .unreadable(path: "/p", SystemError(ENOENT)), .unreadable,
                "/p can't be read: No such file or directory; create it, readable by \(SecretSourceError.user)"
            ),
            (.notFile(path: "/p"), .unreadable, "/p can't be read: not a file; name a file"),
            (.notText(place: "/p"), .notText, "/p holds no text; its first line must be UTF-8 without NUL"),
            (.empty, .empty, "the secret is empty; write it into the first line"),
            (.tooLong(limit: 9), .tooLong, "the secret is longer than 9 bytes; is it the right file?"),
            (.exposed(path: "/p"), .exposed, "others can read the secret in /p; run: chmod 600 /p"),
        ])
    func reasons(failure: SecretReference.Failure, kind: SecretSourceError.Kind, message: String) {
        let error = SecretSourceError(failure)
        #expect(error.kind == kind && error.message == message && "\(error)" == message)
    }

    @Test(
        "only what is not there is created; what is there is made readable",
        arguments: [
            (ENOENT, "create it, readable by \(SecretSourceError.user)"), (EACCES, "run: chmod 600 /proc/self/status"),
            (EPERM, "run: chmod 600 /proc/self/status"), (ELOOP, "its links lead in a circle: name the file itself"),
            (EMFILE, "raise the limit of open files (ulimit -n)"),
            (EIO, "look after the disk it is on, or name another file"),
        ])
    func steps(_ code: Int32, _ step: String) {
        #expect(SystemError(code).stepToRead("/proc/self/status") == step)
    }

    @Test("a file that cannot be read says the step for its own reason")
    func causes() throws {
        let folder = "/tmp/secrets-\(getpid())"
        mkdir(folder, 0o700)
        try #require(symlink("\(folder)/loop", "\(folder)/loop") == 0)
        defer {
            unlink("\(folder)/loop")
            rmdir(folder)
        }
        func message(_ path: String) -> String? {
            #expect(throws: SecretSourceError.self) { try SecretSource.file(path).resolve() }?.message
        }
        #expect(message("\(folder)/loop")?.hasSuffix("name the file itself") == true)
        // Reading it from its beginning fails as a broken disk does.
        #expect(
            message("/proc/self/mem")?.hasSuffix(
                "Input/output error; look after the disk it is on, or name another file") == true)
        #expect(message("/etc")?.hasSuffix("name a file") == true)
    }
}
