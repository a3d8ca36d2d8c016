/// A label whose values are known when the program is built; each value is one time series, made at once.
package protocol MetricLabel: RawRepresentable<String>, CaseIterable, Hashable, Sendable {
    static var labelName: String { get }
}

/// A measured thing's name and meaning.
package struct MetricDescription: Sendable {
    private(set) var name: String
    let help: String

    /// `name`: `app_part_what_unit`; counters end in `_total`.
    package init(_ name: StaticString, help: StaticString) {
        self.name = name.description
        self.help = help.description
        precondition(
            self.name.utf8.allSatisfy { $0 == 0x5F || (0x61...0x7A).contains($0) || (0x30...0x39).contains($0) })
    }

    /// The same with more in front of its name. What a name can't hold becomes `_`.
    func prefixed(by prefix: String) -> MetricDescription {
        var copy = self
        let safe = prefix.utf8.map { byte in
            (0x61...0x7A).contains(byte | 0x20) || (0x30...0x39).contains(byte) ? byte : 0x5F
        }
        // A name does not begin with a digit.
        let isNumber = safe.first.map { (0x30...0x39).contains($0) } ?? false
        copy.name = (isNumber ? "_" : "") + String(decoding: safe, as: UTF8.self) + name
        return copy
    }
}

/// One line of the exposition.
struct MetricSample {
    var suffix = ""
    var labels: [(name: String, value: String)] = []
    let value: String
}

enum MetricKind: String, Sendable {
    case counter, gauge, histogram
}

/// What a registry reads at each scrape.
protocol MetricSource: Sendable {
    var description: MetricDescription { get }
    var kind: MetricKind { get }
    var samples: [MetricSample] { get }
}

/// A metric under a longer name.
struct PrefixedSource: MetricSource {
    let source: any MetricSource
    let prefix: String

    var description: MetricDescription { source.description.prefixed(by: prefix) }
    var kind: MetricKind { source.kind }
    var samples: [MetricSample] { source.samples }
}
