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
        #expect(try !EveryKind.target(kind).name.isEmpty)
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
            let (target, limits) = (try EveryKind.target(kind), EveryKind.limits(of: kind))
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

    @Test("what a kind's settings say of repeats is what its target does", arguments: EveryKind.words)
    func repeats(_ kind: String) throws {
        #expect(try TargetKind(word: kind)?.settings.deduplicates == EveryKind.target(kind).deduplicates)
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
        guard let target = try EveryKind.target(kind) as? HTTPCourier, !Self.believed.contains(kind) else { return }
        for status in [200, 201, 202] {
            let verdict = target.target.verdict(on: HTTPAnswer(status: status, body: Array(body.utf8)))
            // A page stands before the service, and is there for the next message too.
            #expect(verdict.kind == .endpointDead, "\(kind), \(status): \(verdict)")
        }
    }

    /// Those that refuse by their status alone.
    private static let statusSaysIt = ["googlechat", "gotify", "home-assistant", "mattermost", "ntfy", "signal"]

    @Test("one message that a service refuses in its own words holds up no other", arguments: EveryKind.words)
    func refused(_ kind: String) throws {
        guard let target = try EveryKind.target(kind) as? HTTPCourier, !Self.believed.contains(kind) else { return }
        let words = [
            #"{"ok":false,"success":false,"status":0,"error":"x","errors":["x"],"errcode":"M_UNKNOWN","code":50006,"#,
            #""timestamp":null}"#,
        ]
        let verdict = target.target.verdict(on: HTTPAnswer(status: 200, body: Array(words.joined().utf8)))
        #expect(verdict.kind == (Self.statusSaysIt.contains(kind) ? .endpointDead : .refused), "\(kind): \(verdict)")
    }

    @Test("a redirect is never a success, nor followed", arguments: EveryKind.words, [301, 302, 303, 307, 308])
    func redirects(_ kind: String, _ status: Int) throws {
        guard let target = try EveryKind.target(kind) as? HTTPCourier else { return }
        let alert = RenderedAlert.sample()
        let request = try target.target.request(
            carrying: target.target.body(for: alert), of: alert, at: Timestamp(seconds: 0))
        #expect(request.redirects == .returnResponse)
        #expect(target.target.verdict(on: HTTPAnswer(status: status)).kind == .endpointDead)
    }

    @Test("no address of a cloud's metadata may be connected to, whatever is allowed", arguments: EveryKind.words)
    func metadata(_ kind: String) throws {
        guard let target = try EveryKind.target(kind) as? HTTPCourier else { return }
        for text in ["169.254.169.254", "fd00:ec2::254", "::ffff:169.254.169.254", "64:ff9b::a9fe:a9fe"] {
            #expect(!target.target.addresses.allows(try #require(IPAddress(text))))
        }
        let alert = RenderedAlert.sample()
        let request = try target.target.request(
            carrying: target.target.body(for: alert), of: alert, at: Timestamp(seconds: 0))
        #expect(request.addresses == target.target.addresses)
    }
}
