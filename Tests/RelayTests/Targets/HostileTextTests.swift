import HTTPClient
import JSON
import Systemd
import Testing
import TextFormats
import Values

@testable import Relay

/// What every target must survive.
@Suite("Hostile text, at each target")
struct HostileTextTests {
    private static let url = Secret("https://host.example/hook/abc")
    private let webhook: WebhookTarget
    private let slack: SlackTarget
    private let discord: DiscordTarget
    private let ntfy: NtfyTarget

    init() throws {
        webhook = try WebhookTarget(url: Self.url, signing: nil, addresses: .target(allowsPrivateAddresses: false))
        slack = try SlackTarget(url: Self.url, addresses: .target(allowsPrivateAddresses: false))
        discord = try DiscordTarget(url: Self.url, addresses: .target(allowsPrivateAddresses: false))
        ntfy = try NtfyTarget(
            server: "https://ntfy.example", topic: Secret("family"), token: nil,
            addresses: .target(allowsPrivateAddresses: false))
    }

    private func alert(_ description: String) throws -> RenderedAlert {
        .sample(.gift(description), template: Template("{description}"))
    }

    @Test("literal at targets that show text literally", arguments: [Hostile.pings, Hostile.markup])
    func literal(_ text: String) throws {
        let alert = try alert(text)
        let block = try slack.json(alert)["blocks"]?[1]?["text"]
        #expect(block?["type"] == "plain_text" && block?["emoji"] == false && block?["text"]?.string == text)
        #expect(try ntfy.json(alert)["message"]?.string == text)
        #expect(try ntfy.json(alert)["markdown"] == false)
        #expect(try webhook.json(alert)["data"]?["transaction"]?["description"]?.string == text)
    }

    @Test("Slack's preview holds no control sequence")
    func slackPreview() throws {
        let preview = try slack.json(try alert(Hostile.pings + " <\u{301}!here>"))["text"]?.string
        #expect(preview?.unicodeScalars.contains("<") == false && preview?.contains("&lt;!channel&gt;") == true)
        let json = try slack.json(try alert("x"))
        #expect(json["mrkdwn"] == false && json["unfurl_links"] == false && json["unfurl_media"] == false)
        #expect(json["link_names"] == nil && json["parse"] == nil)
    }

    @Test("Discord gets everything that could be markup behind a backslash, and may mention nobody")
    func discordEscapes() throws {
        let json = try discord.json(try alert("@everyone *a* <@1> http://evil <t:0:R>"))
        #expect(
            json["embeds"]?[0]?["description"]?.string
                == #"\@everyone \*a\* \<\@1\> http\://evil \<t\:0\:R\>"#)
        #expect(json["allowed_mentions"] == ["parse": []] && json["content"] == nil)
        #expect(discord.url.text.hasSuffix("?wait=true"))
    }

    @Test("5,000 characters of joined emoji, overrides and broken bytes stay valid and below each limit")
    func long() throws {
        let alert = try alert(Hostile.long)
        let slackText = try #require(try slack.json(alert)["blocks"]?[1]?["text"]?["text"]?.string)
        #expect(slackText.utf16.count <= 3_000 && slackText.hasSuffix("…"))
        let embed = try #require(try discord.json(alert)["embeds"]?[0]?["description"]?.string)
        #expect(embed.utf16.count <= 4_096)
        let message = try #require(try ntfy.json(alert)["message"]?.string)
        #expect(message.utf8.count <= 4_096)
        #expect(webhook.body(for: alert).count < 20_000)
        let popup = DesktopTarget.content(of: alert, ["body"])
        #expect(popup.body.utf8.count <= 1_000)
        for text in [slackText, embed, message, popup.body] {
            #expect(!text.unicodeScalars.contains { $0.value == 0x202E || $0.value == 0 })
        }
    }

    @Test("Discord's limit holds when every character is escaped")
    func discordWorstCase() throws {
        let embed = try discord.json(try alert(String(repeating: "*", count: 5_000)))["embeds"]?[0]?["description"]
        #expect((embed?.string ?? "").utf16.count <= 4_096)
        #expect(embed?.string?.hasSuffix("\\*…") == true)
    }

    @Test("line breaks in names reach no place that has one line")
    func lines() throws {
        let alert = RenderedAlert.sample(.gift(Hostile.lines, child: Hostile.lines))
        #expect(!alert.title.contains { $0.isNewline })
        #expect(try webhook.json(alert)["data"]?["child"]?["name"]?.string?.contains { $0.isNewline } == false)
        let popup = DesktopTarget.content(of: alert, [])
        #expect(!popup.title.contains { $0.isNewline } && popup.body.isEmpty)
        #expect(try ntfy.json(alert)["title"] == "Pocket money")
    }

    /// Everything that a style lets people's words into.
    private func styled(_ text: String) -> RenderedAlert {
        .sample(
            .gift(text, child: text, notes: text),
            style: AlertStyle(
                title: "{child}{description}", urgency: .low, tags: ["moneybag", "größe"],
                icon: "https://f.example/i.png", link: "https://f.example/{notes}?{description}"))
    }

    @Test(
        "titles and links hold what people typed as each target reads it literally",
        arguments: [Hostile.pings, Hostile.markup, Hostile.long, Hostile.lines])
    func styles(_ text: String) throws {
        let alert = styled(text)
        #expect(!alert.title.contains { $0.isNewline } && alert.link?.allSatisfy { $0.isASCII } ?? true)
        let blocks = try slack.json(alert)["blocks"]
        let header = blocks?[0]?["text"]
        #expect(header?["type"] == "plain_text" && header?["emoji"] == false)
        #expect(header?["text"]?.string?.utf16.count ?? 999 <= 150)
        if let link = alert.link {
            let place = try #require(blocks?[2]?["elements"]?[1]?["text"]?.string)
            #expect(place.hasPrefix("<https://f.example/") && place.hasSuffix("|Open>"))
            #expect(place.filter { "<>|".contains($0) } == "<|>" && !link.contains { "<>|\"\\ ".contains($0) })
        }
        let embed = try discord.json(alert)["embeds"]?[0]
        let title = try #require(embed?["title"]?.string)
        #expect(title.utf16.count <= 256 && !title.replacing(text: #"\@"#, with: "").contains("@"))
        #expect(embed?["url"]?.string == alert.link)
        #expect(try ntfy.json(alert)["title"]?.string?.utf16.count ?? 999 <= 200)
        #expect(try ntfy.json(alert)["click"]?.string == alert.link)
        #expect(DesktopTarget.content(of: alert, ["body"]).title.utf16.count <= 200)
        #expect(webhook.body(for: alert).count < 20_000)
        #expect(WebhookSchema.mistakes(in: webhook.text(alert)) == [])
    }

    @Test(
        "in each language's built-in words, what people typed stays as harmless, and what machines read stays the same",
        arguments: Language.allCases, [Hostile.pings, Hostile.markup, Hostile.long, Hostile.lines])
    func languages(_ language: Language, _ text: String) throws {
        func told(_ language: Language) -> RenderedAlert {
            let renderer = AlertRenderer(target: "chat", locale: AlertLocale(language: language))
            return .sample(.gift(text, child: text, notes: text), by: renderer)
        }
        let alert = told(language)
        #expect(alert.text != told(language == .english ? .german : .english).text)
        #expect(!alert.text.unicodeScalars.contains { $0.value == 0x202E || $0.value == 0 || $0 == "\r" })
        let json = try slack.json(alert)
        #expect(json["blocks"]?[1]?["text"]?["type"] == "plain_text")
        #expect(json["text"]?.string?.unicodeScalars.contains("<") == false)
        let embed = try discord.json(alert)["embeds"]?[0]?["description"]?.string ?? "@"
        #expect(!embed.replacing(text: #"\@"#, with: "").contains("@") && embed.utf16.count <= 4_096)
        let body = try webhook.json(alert)
        let english = try webhook.json(told(.english))
        for key in ["transaction", "child", "balance", "currency", "urgency", "late", "alert"] {
            #expect(body["data"]?[key] == english["data"]?[key], "\(key)")
        }
        #expect(body["data"]?["transaction"]?["amount"] == "12.50" && body["timestamp"] == english["timestamp"])
        #expect(WebhookSchema.mistakes(in: webhook.text(alert)) == [])
    }

    @Test("each target uses of the looks what it has, in its own words")
    func looks() throws {
        let alert = styled("x")
        let message = try ntfy.json(alert)
        #expect(message["priority"] == 2 && message["tags"] == ["moneybag", "größe"] && message["title"] == "xx")
        #expect(message["icon"] == "https://f.example/i.png" && message["click"] == "https://f.example/x?x")
        #expect(try ntfy.json(.sample())["priority"] == 3 && ntfy.json(.sample(.low))["priority"] == 4)
        #expect(try ntfy.json(.sample())["tags"] == nil && ntfy.json(.sample())["click"] == nil)
        let named = RenderedAlert.sample(style: AlertStyle(icon: "bell"))
        #expect(try ntfy.json(named)["icon"] == nil && webhook.json(named)["data"]?["icon"] == "bell")

        let context = try slack.json(alert)["blocks"]?[2]?["elements"]
        #expect(context?[0]?["text"] == "15:09" && context?[1]?["text"] == "<https://f.example/x?x|Open>")
        #expect(context?[1]?["verbatim"] == true && !slack.text(alert).contains("i.png"))
        #expect(try slack.json(.sample())["blocks"]?[2]?["elements"]?[0]?["text"] == "15:09")

        let post = try discord.json(alert)
        #expect(post["flags"] == 4_096 && post["embeds"]?[0]?["thumbnail"] == ["url": "https://f.example/i.png"])
        #expect(try discord.json(.sample())["flags"] == nil)
        var spent = AlertFacts.gift()
        spent.movement?.isCredit = false
        let colors = try [AlertFacts.gift(), spent, .low].map { facts in
            try discord.json(.sample(facts))["embeds"]?[0]?["color"].map { "\($0)" }
        }
        #expect(Set(colors).count == 3 && !colors.contains(nil))
    }

    @Test("an empty text is replaced where a target refuses it")
    func empty() throws {
        let alert = try alert("")
        #expect(try slack.json(alert)["blocks"]?[1]?["text"]?["text"] == "Pocket money")
        #expect(try ntfy.json(alert)["message"] == "Pocket money")
    }

    @Test("repeats are told where they would show twice, and late ones everywhere")
    func remarks() throws {
        let alert = RenderedAlert.sample(.gift(isLate: true), isRepeat: true)
        #expect(slack.text(alert).contains("15:09; found late; may be a repeat"))
        #expect(discord.text(alert).contains("15:09; found late; may be a repeat"))
        #expect(try ntfy.json(alert)["title"] == "Pocket money (15:09; found late)")
        #expect(try webhook.json(alert)["data"]?["late"] == true)
        #expect(try webhook.json(alert)["data"]?["repeat"] == true)
        #expect(DesktopTarget.content(of: alert, ["body"]).title == "Pocket money (15:09; found late)")
    }
}
