import Glibc
import Terminal
import Testing
import TextFormats
import Values

@testable import Settings

private struct Vault: SettingsSection {
    let password: SecretSource
    let token: SecretSource?
    let hook: SecretSource?
    let note: String?
    let keys: [SecretSource]

    init(reading reader: inout SettingsReader) {
        password = reader.secret("password", help: "Required, never literal.")
        token = reader.optionalSecret("token", literal: .guarded(.url), help: "May be literal in a private file.")
        hook = reader.optionalSecret("hook", literal: .open(.url), help: "May be literal anywhere.")
        note = reader.optional("note", .text, help: "No secret.")
        keys = reader.secrets("keys", literal: .guarded(.url), help: "Several, literal in a private file.")
    }
}

@Suite("Secrets in settings")
struct SettingsSecretTests {
    private func read(_ text: String, isExposed: Bool = false) throws -> Vault {
        let origin = SettingsOrigin(name: "t", folder: "/etc/app", home: "/home/ada", isExposed: isExposed)
        return try SettingsFile.read(Vault.self, bytes: Array(text.utf8), origin: origin).settings
    }

    private func messages(_ text: String, isExposed: Bool = false) throws -> String {
        let error = #expect(throws: Diagnostics.self) { try read(text, isExposed: isExposed) }
        return DiagnosticRenderer(style: .plain).render(try #require(error))
    }

    @Test(
        "references say where, and paths are completed",
        arguments: [
            ("file:token", "file /etc/app/token"), ("file:/run/token", "file /run/token"),
            ("file:~/token", "file /home/ada/token"), ("env:TOKEN", "environment TOKEN"),
            ("credential:token", "credential token"),
        ])
    func references(text: String, shown: String) throws {
        let source = try read("password: \(text)").password
        let found =
            switch source {
            case .file(let path): "file \(path)"
            case .environment(let name): "environment \(name)"
            case .credential(let name): "credential \(name)"
            case .literal: "literal"
            }
        #expect(found == shown)
    }

    @Test("a list has one in each item, and no message repeats one")
    func lists() throws {
        let keys = try read("password: env:A\nkeys: [env:B, 'https://a.example/hunter2']").keys
        #expect(keys.count == 2 && keys[1].isLiteral)
        #expect(try read("password: env:A").keys.isEmpty)
        let shown = try messages("password: env:A\nkeys: ['https://a.example/hunter2']", isExposed: true)
        #expect(shown.hasPrefix("t:2:8: error: 'keys' is a secret, and others can read this file"))
        let twice = try messages("password: env:A\nkeys: ['https://a.example/hunter2', 'https://a.example/hunter2']")
        #expect(twice.hasPrefix("t:2:37: error: 'keys' has one of them twice"))
        #expect(!(shown + twice + (try messages("password: env:A\nkeys: hunter2"))).contains("hunter2"))
    }

    @Test(
        "what is no reference is refused and not repeated",
        arguments: ["hunter2", "file:", "env:", "credential:../hunter2", "FILE:hunter2", "env:hunter2=x"])
    func malformed(text: String) throws {
        let text = try messages("password: '\(text)'")
        #expect(text.hasPrefix("t:1:11: error: 'password' must say where the secret is kept; "))
        #expect(!text.contains("hunter2"))
    }

    @Test("a literal is allowed where the declaration says so, and a guarded one only in a private file")
    func literals() throws {
        let text = "password: env:X\ntoken: https://hunter2\nhook: https://hook.example\n"
        let vault = try read(text)
        #expect(try vault.token?.resolve().withText { $0 } == "https://hunter2")
        #expect(try vault.hook?.resolve().withText { $0 } == "https://hook.example")
        #expect(!"\(vault)".contains("hunter2"))
        let shown = try messages(text, isExposed: true)
        #expect(
            shown == """
                t:2:8: error: 'token' is a secret, and others can read this file; run: chmod 600 t, \
                or write file:PATH, env:NAME or credential:NAME instead

                """)
        #expect(throws: Never.self) { try read("password: env:X\nhook: https://hook.example", isExposed: true) }
    }

    @Test(
        "no mistake quotes a line that holds a secret, or that looks as if it did",
        arguments: [
            "password: hunter2", "pasword: hunter2", "password: env:X\npassword: hunter2",
            "{password: hunter2, note: [1]}", "password: !!str hunter2", "password: &x hunter2",
            "password: \"hunter2\\q\"", "password: hunter2: x", "password: [hunter2]", "token: hunter2",
            "Password: hunter2", "note:\n  password: hunter2", "? password\n: hunter2", "password: env:X\nhunter2",
            "token: https://ada:hunter2@x.example\npassword: 1",
        ])
    func quoting(text: String) throws {
        let shown = try messages(text)
        // The last line but one can only be known as a secret by its owner.
        if text.hasSuffix("\nhunter2") { return }
        #expect(!shown.contains("hunter2"), "\(shown)")
    }

    @Test("an address with a password in it isn't quoted either")
    func addresses() throws {
        struct Server: SettingsSection {
            let url: String
            init(reading reader: inout SettingsReader) { url = reader.value("url", .url, help: "Where.") }
        }
        let error = #expect(throws: Diagnostics.self) {
            try SettingsFile.read(
                Server.self, bytes: Array("url: ftp://ada:hunter2@x.example".utf8), origin: SettingsOrigin(name: "t"))
        }
        #expect(!DiagnosticRenderer(style: .plain).render(try #require(error)).contains("hunter2"))
    }

    @Test("a secret that can't be had says what to do")
    func unavailable() {
        func message(_ source: SecretSource, credentials: String? = nil) -> String? {
            #expect(throws: SecretSourceError.self) { try source.resolve(credentials: credentials) }?.message
        }
        #expect(
            message(.environment("SETTINGS_UNSET"))
                == "the environment variable SETTINGS_UNSET isn't set; set it for this program")
        #expect(
            message(.credential("token"))
                == "the credential 'token' isn't there, since $CREDENTIALS_DIRECTORY is unset; "
                + "add LoadCredential=token:PATH to the systemd unit")
        #expect(message(.credential("token"), credentials: "/nonexistent")?.contains("/nonexistent/token") == true)
    }

    @Test("credentials and files are read anew each time")
    func files() throws {
        var template = Array("/tmp/secret.XXXXXX".utf8CString)
        let descriptor = mkstemp(&template)
        let path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
        defer { unlink(path) }
        write(descriptor, "one\nrest", 8)
        let name = String(path.split(separator: "/").last ?? "")
        #expect(try SecretSource.credential(name).resolve(credentials: "/tmp").withText { $0 } == "one")
        pwrite(descriptor, "two", 3, 0)
        #expect(try SecretSource.file(path).resolve().withText { $0 } == "two")
        close(descriptor)
        chmod(path, 0o644)
        let error = #expect(throws: SecretSourceError.self) { try SecretSource.file(path).resolve() }
        #expect(
            error?.kind == .exposed && error?.message == "others can read the secret in \(path); run: chmod 600 \(path)"
        )
    }

    @Test("root may give its file to a group, as to a service's, and to nobody else", .enabled(if: geteuid() == 0))
    func fileOfGroup() throws {
        var template = Array("/tmp/secret.XXXXXX".utf8CString)
        let descriptor = mkstemp(&template)
        let path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
        defer { unlink(path) }
        write(descriptor, "one", 3)
        close(descriptor)
        chown(path, 0, 1)
        for (mode, isTaken) in [(0o640, true), (0o660, false), (0o644, false), (0o600, true)] {
            chmod(path, mode_t(mode))
            #expect(((try? SecretSource.file(path).resolve()) != nil) == isTaken, "mode \(String(mode, radix: 8))")
        }
    }
}
