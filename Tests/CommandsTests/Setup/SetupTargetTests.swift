import AllowanceAPI
import Daemon
import Relay
import Settings
import TestSupport
import Testing
import TextFormats
import Values

@testable import Commands

@Suite("Targets that init is told")
struct SetupTargetTests {
    @Test(
        "the command line names a kind and where it is",
        arguments: [
            "desktop", "webhook=https://a.example/x", "ntfy=news", "ntfy=https://ntfy.a.example/base/news",
            "slack=file:/home/mum/slack", "discord=env:DISCORD", "webhook=file:x", "ntfy=file:topic",
        ])
    func valid(_ text: String) throws {
        let target = try #require(try SetupTargetChoice(text).target(besides: ["ntfy"]))
        #expect(target.missing == nil)
        #expect(target.name == (target.kind.word == "ntfy" ? "ntfy-2" : target.kind.word))
        if text.hasPrefix("ntfy=https"), case .plain(let server)? = target.answers["server"],
            case .secret(let topic)? = target.answers["topic"]
        {
            #expect(server == "https://ntfy.a.example/base" && topic.withText { $0 == "news" })
        }
    }

    @Test(
        "what cannot be meant is refused, and never repeated where it may be a secret",
        arguments: [
            ("slack=https://hooks.slack.com/T0/B0/secret", "slack=file:PATH"),
            ("discord=https://d/secret", "discord=file:PATH"),
            ("slack", "slack=file:PATH"), ("webhook=", "webhook=URL"), ("email=a@b", "without --target"),
            ("telegram=file:x", "without --target"), ("desktop=here", nil),
            ("slak=x", "'slack'"),
            ("ntfy=a b", nil), ("ntfy=https://a.example/", nil), ("webhook=nowhere", "https://"), ("none=x", nil),
            ("", nil),
        ])
    func invalid(_ text: String, _ hint: String?) {
        let error = #expect(throws: TextFormatError.self) { try SetupTargetChoice(text) }
        if let hint { #expect(error?.hint?.contains(hint) == true, "\(String(describing: error))") }
        #expect(error?.message.contains("secret") == false || error?.message.contains("https") == false)
    }

    @Test("what the help says of it are the kinds that there are, each as it is taken")
    func forms() throws {
        for kind in TargetKind.all { #expect(SetupTargetChoice.forms.contains(text: kind.word), "\(kind.word)") }
        for form in TargetKind.all.compactMap(\.form) {
            let example = form.replacing(text: "PATH", with: "/x").replacing(text: "URL", with: "https://a.example")
                .replacing(text: "TOPIC", with: "t").replacing(text: "PROGRAM", with: "/bin/true")
                .replacing(text: "mqtt=https", with: "mqtt=mqtts")
            #expect(throws: Never.self, "\(form)") { try SetupTargetChoice(example) }
        }
    }

    @Test("nowhere is a choice too") func none() throws {
        #expect(try SetupTargetChoice("none").target(besides: []) == nil)
    }

    @Test("a fresh key and a fresh topic are such as the configuration takes, and no two are alike")
    func fresh() throws {
        let (hook, ntfy) = (try #require(TargetKind(word: "webhook")), try #require(TargetKind(word: "ntfy")))
        let signs = try #require(hook.questions.first { $0.key == "secret" })
        let topic = try #require(ntfy.questions.first { $0.key == "topic" })
        var keys: Set<String> = [], topics: Set<String> = []
        for _ in 0..<50 {
            guard case .secret(let key) = try signs.answer("yes") else {
                Issue.record("no key")
                return
            }
            keys.insert(key.withText { $0 })
            topics.insert(try #require(topic.suggestion?()))
        }
        #expect(keys.count == 50 && topics.count == 50)
        for text in topics {
            guard case .secret(let taken) = try topic.answer(text) else { Issue.record("\(text)"); continue }
            #expect(taken.withText { $0 } == text)
        }
        for key in keys { #expect(Base64.standard.decode(key.dropFirst(6))?.count == 32 && key.hasPrefix("whsec_")) }
    }

    @Test("what no configuration takes is refused in words of its own, without a word of what was answered")
    func refused() throws {
        let kind = try #require(TargetKind(word: "mqtt"))
        var target = SetupTarget(kind, name: "house")
        for (key, text) in [("url", "mqtt://192.168.1.5"), ("user", ""), ("password", "correct horse")] {
            try target.take(text, for: try #require(kind.questions.first { $0.key == key }))
        }
        let error = try #require(#expect(throws: DaemonError.self) { try TrialFile.target(target) })
        #expect(error.message.contains("'password' needs a 'user' beside it"))
        #expect(error.kind == .usage && error.hint != nil && SetupTrials.isMistake(error))
        #expect(!"\(error)".contains("correct") && !error.message.contains("192.168"))
    }

    @Test("what a key takes several of is written as a list")
    func list() throws {
        let kind = try #require(TargetKind(word: "email"))
        var target = SetupTarget(kind, name: "mail")
        for (key, text) in [
            ("server", "smtps://smtp.example.org"), ("user", ""), ("from", "bell@example.org"),
            ("to", "mum@example.org dad@example.org"),
        ] {
            try target.take(text, for: try #require(kind.questions.first { $0.key == key }))
        }
        #expect(
            target.lines { _, _ in "file:x" } == [
                #"  - name: "mail""#, "    kind: email", #"    server: "smtps://smtp.example.org""#,
                #"    from: "bell@example.org""#, #"    to: ["mum@example.org", "dad@example.org"]"#,
            ])
    }
}
