import Runtime

/// What targets have beyond a reload that makes them anew, such as a connection that lasts. A part is kept for as long as a target
/// has it.
final class LastingParts: Sendable {
    private struct Known {
        weak var part: (any AnyObject & Sendable)?
    }

    private let known = Lock([Known]())

    init() {}

    /// The part that somebody has already, or a new one.
    func part<Part: AnyObject & Sendable>(_ isIt: (Part) -> Bool, else make: () -> Part) -> Part {
        known.withLock { known in
            known.removeAll { $0.part == nil }
            if let part = known.lazy.compactMap({ $0.part as? Part }).first(where: isIt) { return part }
            let part = make()
            known.append(Known(part: part))
            return part
        }
    }
}
