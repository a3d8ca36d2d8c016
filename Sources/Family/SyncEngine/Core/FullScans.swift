/// The full scans since the engine's start, by number: whoever wants one can tell whether one that began afterwards has ended.
package struct FullScans: Sendable, Equatable {
    /// The number of the last that has begun; 0 before the first.
    package private(set) var begun = 0
    /// The number of the last that has ended. One that was given up ends with the next.
    package private(set) var ended = 0
    /// Why that one is not complete; `nil` if it is.
    package private(set) var failure: FactError?

    /// None yet.
    package init() {}

    mutating func begin(_ scope: ScanScope) {
        if scope.isFull { begun += 1 }
    }

    mutating func end(_ scope: ScanScope, _ failure: FactError? = nil) {
        if scope.isFull { (ended, self.failure) = (begun, failure) }
    }
}
