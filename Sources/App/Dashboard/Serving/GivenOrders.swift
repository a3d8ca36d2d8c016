import Cryptography
import Runtime

/// Buttons that were pressed, and forms that were sent: what a browser sends once more, because it was pressed twice or the page that came of
/// it is loaded again, is ordered once.
final class GivenOrders: Sendable {
    /// Sums of what buttons sent, the oldest first.
    private let sums = Lock([[UInt8]]())
    /// Of forms that were filled in: each one's id, and the sum of what was sent, the oldest first.
    private let filled = Lock([(id: String, sum: [UInt8])]())
    /// Those that are remembered of each.
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

    // MARK: Forms that are filled in

    /// Whether a form was sent before and ordered something else: somebody has gone back to it and written another amount.
    func wasOther(_ form: PageOrders.Form) -> Bool {
        let sum = Self.sum(of: form)
        return filled.withLock { $0.contains { $0.id == form["intent"] && $0.sum != sum } }
    }

    /// What it asked for was ordered.
    func note(_ form: PageOrders.Form) {
        guard let sum = Self.sum(of: form) else { return }
        filled.withLock { filled in
            filled.append((form["intent"], sum))
            if filled.count > Self.most { filled.removeFirst() }
        }
    }

    /// Not the form itself, which may have a password.
    private static func sum(of form: PageOrders.Form) -> [UInt8]? {
        form["intent"].isEmpty ? nil : SHA256.hash(Array(form.identity.utf8))
    }
}
