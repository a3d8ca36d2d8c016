import Store

/// A target that can change a message that it has taken. Of an alert with a ``RenderedAlert/message`` its body and its request change
/// that one; changing it twice does no harm.
protocol EditingTarget: HTTPTarget {
    /// The target's own id of the message that it has taken, with all that is needed to change it; never a secret.
    func message(in answer: HTTPAnswer) -> String?
    /// Whether it is a message that can be changed as the target is configured now.
    func canEdit(_ message: String) -> Bool
    /// What an answer to a change means. What isn't there any more is ``Verdict/messageGone(_:)``.
    func verdict(onEdit answer: HTTPAnswer) -> Verdict
}

extension Verdict {
    /// A longer id is none that anybody keeps.
    static let longestMessage = 500

    /// What was to be changed is not there any more, or can't be changed.
    static func messageGone(_ detail: String) -> Verdict { .refused(.messageGone, detail) }

    /// Of what may be done again: doubt whether it was done is a reason to do it again, and no more.
    var ofHarmlessRepeat: Verdict {
        guard kind == .inDoubt, let reason else { return self }
        return .retry(reason, detail)
    }
}
