/// How long the body took, in seconds.
package func seconds(_ body: () async throws -> Void) async rethrows -> Double {
    let start = ContinuousClock.now
    try await body()
    return (ContinuousClock.now - start) / .seconds(1)
}

package func median(_ values: [Double]) -> Double { values.sorted()[values.count / 2] }

/// One line of a report: the median of each series, and the median of its per-round ratios to the first.
///
/// The series are taken in turns, round by round, so that a machine that is busy meanwhile disturbs all of them.
package func report(_ what: String, unit: String, _ series: [(name: String, rates: [Double])]) {
    guard let base = series.first?.rates, !base.isEmpty else { return }
    let parts = series.map { name, rates in
        let ratio = median(zip(rates, base).map { $0 / $1 })
        return "\(name) \(Int(median(rates).rounded())) (\(Double(Int((ratio * 100).rounded())) / 100))"
    }
    print("\(what) [\(unit)]: " + parts.joined(separator: " | "))
}
