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
        webhook = try WebhookTarget(url: Self.url, signing: nil, allowsPrivateAddresses: false)
        slack = try SlackTarget(url: Self.url, allowsPrivateAddresses: false)
        discord = try DiscordTarget(url: Self.url, allowsPrivateAddresses: false)
        ntfy = try NtfyTarget(
            server: "https://ntfy.example", topic: Secret("family"), token: nil, allowsPrivateAddresses: false)
    }

    private func alert(_ description: String) throws -> RenderedAlert {
        .sample(.gift(description), template: Template("{description}"))
    }

    @Test("literal at targets that show text literally", arguments: [Hostile.pings, Hostile.markup])
    func literal(_ text: String) throws {
        let alert = try alert(text)
        let block = try slack.json(alert)["blocks"]?[0]?["text"]
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
        let slackText = try #require(try slack.json(alert)["blocks"]?[0]?["text"]?["text"]?.string)
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
        #expect(try ntfy.json(alert)["title"] == "Allowance")
    }

    @Test("an empty text is replaced where a target refuses it")
    func empty() throws {
        let alert = try alert("")
        #expect(try slack.json(alert)["blocks"]?[0]?["text"]?["text"] == "Allowance")
        #expect(try ntfy.json(alert)["message"] == "Allowance")
    }

    @Test("repeats are told where they would show twice, and late ones everywhere")
    func remarks() throws {
        let alert = RenderedAlert.sample(.gift(isLate: true), isRepeat: true)
        #expect(slack.text(alert).contains("found late; may be a repeat"))
        #expect(discord.text(alert).contains("found late; may be a repeat"))
        #expect(try ntfy.json(alert)["title"] == "Allowance (found late)")
        #expect(try webhook.json(alert)["data"]?["late"] == true)
        #expect(try webhook.json(alert)["data"]?["repeat"] == true)
        #expect(DesktopTarget.content(of: alert, ["body"]).title == "Allowance (found late)")
    }
}
