import JSON
import Values

/// A picture over time that Chart.js draws, with what its lines or bars mean: all that it says is written here, and the script
/// `plots.js` finds the places. Where no script runs, nothing of it shows; its table does.
struct Plot {
    enum Kind: String {
        /// A value stays until the next, as a balance does: lines go in steps.
        case line
        /// Of each step of time the bars stand side by side.
        case bar
    }

    struct Line {
        /// As a person may have typed it.
        let name: String
        /// One for each step of time, as far as they go; where there is none, nothing is drawn.
        let values: [Decimal?]
    }

    let kind: Kind
    let reader: PageReader
    /// What each step of time is called when somebody points at it.
    let steps: [String]
    /// What stands below, at which step.
    let names: [(step: Int, text: String)]
    /// What the picture says to those who hear it.
    let label: String
    let lines: [Line]

    /// As much of a name as has room where somebody points.
    private static let longest = 40

    /// Nothing where there is nothing to draw, and of amounts that nobody has.
    var html: HTML {
        let amounts = lines.flatMap { $0.values.compactMap { $0 } }
        guard let marks = PlotMarks(amounts) else { return .none }
        let content: JSONValue = [
            "kind": .string(kind.rawValue), "steps": .array(steps.map { .string($0) }),
            "names": .array(names.map { [count($0.step), .string($0.text)] }),
            "marks": .array(marks.all.map(point)),
            "lines": .array(
                lines.map { line in
                    ["name": .string(String(line.name.prefix(Self.longest))), "runs": .array(runs(line.values))]
                }),
        ]
        return .element(
            "div", ["class": "plot", "data-plot": content.description, "hidden": ""],
            .element("div", ["class": "canvas"], .element("canvas", ["role": "img", "aria-label": label], "")), legend)
    }

    /// An amount as a script reads it, and as a person does.
    private func point(_ amount: Decimal) -> JSONValue {
        [.string(amount.description), .string(reader.written(amount))]
    }

    private func count(_ number: Int) -> JSONValue { .number(JSONNumberText(number)) }

    /// Equal values that follow each other are told once, with how many they are.
    private func runs(_ values: [Decimal?]) -> [JSONValue] {
        var runs: [(count: Int, value: Decimal?)] = []
        for value in values {
            if let last = runs.last, last.value == value {
                runs[runs.count - 1].count += 1
            } else {
                runs.append((1, value))
            }
        }
        return runs.map { count, value in
            .array([self.count(count)] + (value.map { point($0).elements } ?? []))
        }
    }

    /// Which line or bar is what: by its form as well as by its colour. The script takes both from here.
    private var legend: HTML {
        .element(
            "ul", ["class": "legend"],
            lines.enumerated().map { index, line in
                .element(
                    "li", [:],
                    .element(
                        "svg", ["viewBox": "0 0 28 12", "aria-hidden": "true"],
                        .element(
                            "path",
                            [
                                "class": "\(kind.rawValue)-\(index % 6)",
                                "d": kind == .bar ? "M6 12V1h16v11z" : "M0 6H28",
                            ],
                            "")),
                    " ", .element("bdi", [:], "\(line.name)"))
            })
    }
}
