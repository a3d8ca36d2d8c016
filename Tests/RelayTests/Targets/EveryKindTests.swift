import HTTPClient
import JSON
import Store
import Testing
import TextFormats
import Values

@testable import Relay

/// What holds for every kind of target that there is, and for the next one without a word more.
@Suite("Every kind of target")
struct EveryKindTests {
    @Test(
        "the example file shows how each kind is configured, and what it shows can be used", arguments: EveryKind.words)
    func examples(_ kind: String) throws {
        for example in try EveryKind.examples(of: kind) { #expect(example.target.name == example.configuration.name) }
    }

    /// Those that the verdicts and the hostile texts of ``VerdictTests`` and ``HostileTextTests`` are about.
    private static let first = ["webhook", "slack", "discord", "ntfy"]

    @Test("what each that takes a request is sent, and what it answers, one of these says", arguments: EveryKind.words)
    func tried(_ kind: String) throws {
        guard try EveryKind.examples(of: kind)[0].http != nil else { return }
        let tried = ChatTargetTests.kinds + ServiceTargetTests.kinds + Self.first
        #expect(tried.contains(kind), "one of these has it in its kinds: ChatTargetTests, ServiceTargetTests")
    }

    /// Every place that people's words have, in alerts of each form.
    private func alerts(_ text: String) throws -> [RenderedAlert] {
        let style = AlertStyle(
            title: "{child}{description}", tags: ["moneybag"], icon: "https://f.example/i.png",
            link: "https://f.example/{notes}?{description}")
        var facts = AlertFacts.gift(text, child: text, by: text, notes: text, isLate: true)
        facts.movement?.category = UserText.singleLine(text)
        var problem = AlertFacts.low
        problem.event = .signInNeeded
        problem.notice = AlertRow.Notice(
            subject: UserText.singleLine(text), sentence: UserText.cleaned(text),
            since: Timestamp(seconds: 1_773_469_000),
            isOver: false)
        let own = RenderedAlert.sample(facts, template: Template("{description}"), style: style, isRepeat: true)
        var digest = own
        digest.digest = AlertDigest(
            [own, .sample(facts), .sample(problem)], in: AlertLocale(), now: Timestamp(seconds: 1_773_501_000))
        return [own, .sample(facts), .sample(problem), digest]
    }

    /// Rendered once for all kinds: that takes far longer than what a kind makes of it.
    @Test(
        "whatever people typed: valid in its format, below its limits, without a control character",
        arguments: Hostile.everything)
    func hostile(_ hostile: Hostile.Text) async throws {
        let alerts = try alerts(hostile.text)
        for kind in EveryKind.words {
            // Those beside it look at clocks.
            await Task.yield()
            let (target, limits) = (try EveryKind.target(kind), try EveryKind.limits(of: kind))
            for alert in alerts {
                let told = try ToldTexts(of: alert, at: target)
                #expect(told.controls == [], "\(kind), \(hostile)")
                // A digest of a webhook has all that its alerts have.
                guard alert.digest == nil else { continue }
                #expect(told.size <= limits.body, "\(kind), \(hostile): \(told.size)")
                #expect(told.texts.map(\.utf16.count).max() ?? 0 <= limits.text, "\(kind), \(hostile)")
            }
        }
    }

    @Test("a cut goes through no entity and no escape", arguments: Hostile.toEscape)
    func escapes(_ character: String) async throws {
        // Whatever length what stands for it has, one of the cuts would go through.
        for shift in 0..<3 {
            let text = String(repeating: "x", count: shift) + String(repeating: character, count: 5_000)
            let alerts = try alerts(text).prefix(2)
            for kind in EveryKind.words {
                await Task.yield()
                let target = try EveryKind.target(kind)
                for alert in alerts {
                    let told = try ToldTexts(of: alert, at: target)
                    #expect(told.broken.map { $0.suffix(12) } == [], "\(kind), \(shift)")
                }
            }
        }
    }

    @Test("what a target's settings say of repeats and of changes is what it does", arguments: EveryKind.words)
    func promises(_ kind: String) throws {
        for example in try EveryKind.examples(of: kind) {
            let settings = example.configuration.settings
            #expect(type(of: settings).deduplicates == example.target.deduplicates)
            guard let http = example.http else { continue }
            #expect(settings.edits == (http is any EditingTarget), "\(example.target.name): 'edits' of its settings")
        }
    }

    /// Those whose receiver may answer as it likes: the status is all that they promise.
    private static let believed = ["webhook", "teams"]

    @Test(
        "an answer that is not the service's own is no success, though its status says so",
        arguments: EveryKind.words,
        [
            "<!DOCTYPE html><html><body>Sign in to continue</body></html>",
            "[]", "null",
        ])
    func lies(_ kind: String, _ body: String) throws {
        guard let target = try EveryKind.examples(of: kind)[0].http, !Self.believed.contains(kind) else { return }
        for status in [200, 201, 202] {
            var answer = HTTPAnswer(status: status, body: Array(body.utf8))
            // A page stands before the service, and is there for the next message too; all else may say that it took this one.
            let isPage = body.hasPrefix("<")
            let verdict = target.verdict(on: answer)
            #expect(verdict.isEndpointDead && verdict.mayHaveArrived != isPage, "\(kind), \(status): \(verdict)")
            answer.isTooLong = true
            let long = target.verdict(on: answer)
            #expect(long.isEndpointDead && !long.mayHaveArrived, "\(kind), \(status): \(long)")
        }
    }

    /// Those that refuse by their status alone.
    private static let statusSaysIt = ["googlechat", "gotify", "home-assistant", "mattermost", "ntfy", "signal"]

    @Test("one message that a service refuses in its own words holds up no other", arguments: EveryKind.words)
    func refused(_ kind: String) throws {
        guard let target = try EveryKind.examples(of: kind)[0].http, !Self.believed.contains(kind) else { return }
        let words = [
            #"{"ok":false,"success":false,"status":0,"error":"x","errors":["x"],"errcode":"M_UNKNOWN","code":50006,"#,
            #""timestamp":null}"#,
        ]
        let verdict = target.verdict(on: HTTPAnswer(status: 200, body: Array(words.joined().utf8)))
        #expect(
            Self.statusSaysIt.contains(kind) ? verdict.isEndpointDead : verdict.kind == .refused, "\(kind): \(verdict)")
    }

    @Test("a redirect is never a success, nor followed", arguments: EveryKind.words, [301, 302, 303, 307, 308])
    func redirects(_ kind: String, _ status: Int) throws {
        guard let target = try EveryKind.examples(of: kind)[0].http else { return }
        let alert = RenderedAlert.sample()
        let request = try target.request(
            carrying: target.body(for: alert), of: alert, at: Timestamp(seconds: 0))
        #expect(request.redirects == .returnResponse)
        #expect(target.verdict(on: HTTPAnswer(status: status)).isEndpointDead)
    }

    @Test("no address of a cloud's metadata may be connected to, whatever is allowed", arguments: EveryKind.words)
    func metadata(_ kind: String) throws {
        for example in try EveryKind.examples(of: kind) {
            #expect((example.place == nil) == (example.configuration.settings.network == nil))
            guard let place = example.place else { continue }
            #expect(place.addresses.allows(try #require(IPAddress("192.168.1.5"))), "else nothing is asked here")
            for text in ["169.254.169.254", "fd00:ec2::254", "::ffff:169.254.169.254", "64:ff9b::a9fe:a9fe"] {
                #expect(!place.addresses.allows(try #require(IPAddress(text))), "\(example.target.name): \(text)")
            }
        }
        guard let target = try EveryKind.examples(of: kind)[0].http else { return }
        let alert = RenderedAlert.sample()
        let request = try target.request(
            carrying: target.body(for: alert), of: alert, at: Timestamp(seconds: 0))
        #expect(request.addresses == target.addresses)
    }
}
