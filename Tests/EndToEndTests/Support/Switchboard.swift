import HTTPServer
import Runtime
import TestSupport

/// What the receiver answers at a path, which a test changes while it runs.
final class Switchboard: Sendable {
    private let answers = Lock([String: HTTPResponse]())

    /// `nil` makes the path answer as it should again.
    func set(_ path: String, _ answer: HTTPResponse?) { answers.withLock { $0[path] = answer } }

    @Sendable func answer(_ request: WebhookReceiver.Received) -> HTTPResponse {
        let scripted = answers.withLock { all in all.first { request.target.hasPrefix($0.key) }?.value }
        return scripted ?? WebhookReceiver.success(request)
    }
}
