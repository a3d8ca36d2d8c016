import Runtime

/// What several tasks or threads report.
package final class Collected<Element: Sendable>: Sendable {
    private let elements = Lock<[Element]>([])

    package init() {}

    package func add(_ element: Element) { elements.withLock { $0.append(element) } }

    package var all: [Element] { elements.withLock { $0 } }
}
