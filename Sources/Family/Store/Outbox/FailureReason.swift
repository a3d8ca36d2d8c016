import SQLite

/// Why an attempt did not end in a delivery, as a closed set: what rows keep, lists show and metrics count. The words are
/// stored, so they never change.
package enum FailureReason: String, Sendable, CaseIterable, DatabaseValue {
    /// No connection came about, so nothing was sent.
    case unreachable
    /// The certificate can't be trusted, or no handshake came about; nothing was sent.
    case tls
    /// The address is private or reserved, and the target isn't allowed such ones.
    case forbiddenAddress = "forbidden-address"
    /// Sent, but no answer in time.
    case timedOut = "timed-out"
    /// Sent, but the connection broke before an answer.
    case connectionLost = "connection-lost"
    /// The target asks for a pause (429), and perhaps says how long.
    case rateLimited = "rate-limited"
    /// The target's own failure (5xx): it is tried again.
    case serverError = "server-error"
    /// The answer points elsewhere; it is never followed.
    case redirected
    /// This one message was refused.
    case rejected
    /// The target doesn't take the key or token.
    case unauthorized
    /// The address is not there any more.
    case gone
    /// An answer that this kind of target doesn't give.
    case unexpectedAnswer = "unexpected-answer"
    /// No desktop to show it on.
    case off
    /// Address or key can't be used as they are configured.
    case misconfigured
    /// Retried for as long as is sensible.
    case gaveUp = "gave-up"
    /// In doubt, at a target that is configured not to be told twice.
    case notRepeated = "not-repeated"
    /// A person wanted silence about it.
    case silenced
    /// Nobody watched when it was to be told, nor soon after.
    case missed
    /// Something else was wrong meanwhile, and its rule does not want it told then.
    case inhibited
    /// The store holds something of it that cannot be read.
    case unreadable
    /// Nobody has to be told any more: it was over, its beginning was never told there, or somebody had seen it; `detail` says which.
    case handled
    /// The message that was to be changed is not there any more, or can't be changed: it is told anew.
    case messageGone = "message-gone"
    /// Its target is a child's by now, who may not know of it.
    case barred
    /// The program ended while it was being sent.
    case interrupted
}
