import Cryptography
import Runtime

/// Buttons that were pressed: what a browser sends once more, because it was pressed twice or the page that came of it is loaded again, is
/// ordered once.
final class GivenOrders: Sendable {
    /// Sums of forms, the oldest first.
    private let sums = Lock([[UInt8]]())
    /// Those that are remembered.
    private static let most = 256

    /// - Returns: Whether this is the first time; always of a form that says nothing of the page that it was on.
    func begin(_ form: PageOrders.Form) -> Bool {
        guard let sum = Self.sum(of: form) else { return true }
        return sums.withLock { sums in
            guard !sums.contains(sum) else { return false }
            sums.append(sum)
            if sums.count > Self.most { sums.removeFirst() }
            return true
        }
    }

    /// It was not done: whoever sends it again means it.
    func takeBack(_ form: PageOrders.Form) {
        guard let sum = Self.sum(of: form) else { return }
        sums.withLock { sums in sums.removeAll { $0 == sum } }
    }

    /// Not the form itself, which may have a password.
    private static func sum(of form: PageOrders.Form) -> [UInt8]? {
        form["intent"].isEmpty ? nil : SHA256.hash(Array(form.identity.utf8))
    }
}
