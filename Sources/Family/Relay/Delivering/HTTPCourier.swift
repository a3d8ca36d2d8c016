import HTTPClient
import Store
import Values

/// Carries alerts to an ``HTTPTarget``.
struct HTTPCourier: AlertTarget {
    let name: String
    let target: any HTTPTarget
    let http: HTTPClient
    let clock: RelayClock
    private let redaction: Redaction

    init(name: String, target: any HTTPTarget, http: HTTPClient, clock: RelayClock) {
        self.name = name
        self.target = target
        self.http = http
        self.clock = clock
        redaction = Redaction(target.secrets)
    }

    var deduplicates: Bool { target.deduplicates }
    var repeatsBytes: Bool { target.repeatsBytes }

    var rate: TargetRate? { target.rate }

    func body(for alert: RenderedAlert, stored: [UInt8]?) -> [UInt8]? {
        let alert = sendable(alert)
        return stored.map { target.body($0, again: alert) } ?? target.body(for: alert)
    }

    func deliver(_ alert: RenderedAlert, body: [UInt8]?) async -> Attempt {
        let alert = sendable(alert)
        let request: HTTPClientRequest
        do throws(RelayError) {
            request = try target.request(
                carrying: body ?? target.body(for: alert), of: alert, at: clock.now())
        } catch {
            return Attempt(.endpointDead(.misconfigured, error.description))
        }
        do {
            let answer = redacted(try await http.answer(to: request, now: clock.now()))
            let verdict = explained(verdict(on: answer, to: alert), by: answer)
            return Attempt(verdict, answer: answer, message: message(of: alert, answer))
        } catch let error as HTTPError {
            let verdict = error.verdict(within: target.addresses)
            return Attempt(alert.message == nil ? verdict : verdict.ofHarmlessRepeat)
        } catch {
            return Attempt(.inDoubt(.interrupted, "interrupted while it was sent; it may have arrived"))
        }
    }

    /// With nothing to change that can't be changed there.
    private func sendable(_ alert: RenderedAlert) -> RenderedAlert {
        var alert = alert
        if let message = alert.message, (target as? any EditingTarget)?.canEdit(message) != true { alert.message = nil }
        return alert
    }

    private func verdict(on answer: HTTPAnswer, to alert: RenderedAlert) -> Verdict {
        guard alert.message != nil, let target = target as? any EditingTarget else { return target.verdict(on: answer) }
        return target.verdict(onEdit: answer).ofHarmlessRepeat
    }

    /// The one that was changed stays the one to change.
    private func message(of alert: RenderedAlert, _ answer: HTTPAnswer) -> String? {
        guard let target = target as? any EditingTarget else { return nil }
        let message = alert.message ?? target.message(in: answer)
        return message.flatMap { $0.utf8.count <= Verdict.longestMessage && target.canEdit($0) ? $0 : nil }
    }

    func withoutSecrets(_ text: String) -> String { redaction.applied(to: text) }

    private func redacted(_ answer: HTTPAnswer) -> HTTPAnswer {
        var answer = answer
        if !answer.body.isEmpty { answer.body = Array(redaction.applied(to: answer.text).utf8) }
        return answer
    }

    /// With the beginning of what the target said, which often names the mistake.
    private func explained(_ verdict: Verdict, by answer: HTTPAnswer) -> Verdict {
        let words = TextLimit.utf16(200).cut(UserText.singleLine(answer.text))
        guard verdict.reason != nil, !words.isEmpty, !verdict.detail.contains(text: words) else { return verdict }
        return Verdict(kind: verdict.kind, reason: verdict.reason, detail: "\(verdict.detail); it says: \(words)")
    }
}

extension HTTPClient {
    /// Sends a request and reads as much of the answer as anybody looks at.
    ///
    /// Once there is a status, a body that drips, breaks off or doesn't end doesn't take it back.
    func answer(to request: HTTPClientRequest, now: Timestamp) async throws -> HTTPAnswer {
        try await stream(request) { head, stream in
            var answer = HTTPAnswer(status: head.status, retryAfter: head.pause(now: now))
            do {
                for try await bytes in stream {
                    answer.body += bytes
                    guard answer.body.count <= HTTPAnswer.bodyLimit else {
                        answer.body.removeLast(answer.body.count - HTTPAnswer.quoteLimit)
                        answer.isTooLong = true
                        break
                    }
                }
            } catch {
                answer.isComplete = false
            }
            return answer
        }
    }
}

extension HTTPResponseHead {
    /// `Retry-After`; a number too large to be read as a wait still is a wish to be left alone.
    fileprivate func pause(now: Timestamp) -> Duration? {
        if let pause = retryAfter(now: Int(now.seconds)) { return pause }
        let digits = headers["Retry-After"]?.utf8.allSatisfy { 0x30...0x39 ~= $0 } ?? false
        return digits && headers["Retry-After"]?.isEmpty == false ? .seconds(31_536_000) : nil
    }
}
