import Values

/// What lies behind a drawing over time: lines at round amounts, what they are, and names below.
struct PlotFrame {
    let reader: PageReader
    let scale: PlotScale
    /// Below, each with its place from the left.
    let names: [(x: Int, text: String)]
    /// What the drawing says to those who hear it.
    let label: String

    /// Units of the picture. Whoever zooms in moves it sideways: below its least width nobody could read its names.
    static let (width, height) = (640, 220)
    static let (left, right, top, bottom) = (92, 632, 12, 188)

    init?(_ amounts: [Decimal], reader: PageReader, names: [(x: Int, text: String)], label: String) {
        guard let scale = PlotScale(amounts, top: Self.top, bottom: Self.bottom) else { return nil }
        (self.reader, self.scale, self.names, self.label) = (reader, scale, names, label)
    }

    /// The place of one of so many steps, from the left.
    static func x(_ step: Int, of count: Int) -> Int { left + step * (right - left) / max(count, 1) }

    /// - Parameter hints: what shows when somebody points there, for some of so many steps.
    func html(_ drawing: [HTML], hints: [PlotHint] = [], of count: Int = 1) -> HTML {
        let marks = scale.marks.map { mark -> HTML in
            let y = scale.place(mark)
            return .element(
                "path", ["class": mark.isZero ? "zero" : "mesh", "d": "M\(Self.left) \(y)H\(Self.right)"], "")
                + .element(
                    "text", ["x": "\(Self.left - 8)", "y": "\(y + 4)", "class": "end"],
                    "\(reader.written(mark))")
        }
        let below = names.map { name in
            HTML.element("text", ["x": "\(name.x)", "y": "\(Self.bottom + 22)", "class": "middle"], "\(name.text)")
        }
        return .element(
            "svg",
            ["class": "plot", "viewBox": "0 0 \(Self.width) \(Self.height)", "role": "img", "aria-label": label],
            marks + below + drawing + hints.map { $0.html(of: count) })
    }
}

/// What shows when somebody points at a part of a drawing: its table says the same to all others.
struct PlotHint {
    let steps: Range<Int>
    let text: String

    fileprivate func html(of count: Int) -> HTML {
        let (start, end) = (PlotFrame.x(steps.lowerBound, of: count), PlotFrame.x(steps.upperBound, of: count))
        return .element(
            "rect",
            [
                "class": "hint", "x": "\(start)", "y": "\(PlotFrame.top)", "width": "\(end - start)",
                "height": "\(PlotFrame.bottom - PlotFrame.top)",
            ], .element("title", [:], "\(text)"))
    }
}

/// Lines over time. A value stays until the next, as a balance does, so they go in steps.
struct LinePlot {
    let frame: PlotFrame
    /// Each with a value for each step of time; where there is none, there is no line.
    let lines: [[Decimal?]]
    /// How many steps there are, also those that no line has come to yet.
    let count: Int
    var hints: [PlotHint] = []

    var html: HTML {
        frame.html(
            lines.enumerated().map { index, values in
                .element("path", ["class": PlotLegend.line(index), "d": path(values)], "")
            }, hints: hints, of: count)
    }

    private func path(_ values: [Decimal?]) -> String {
        var path = ""
        var last: Int?
        for (step, value) in values.enumerated() {
            let place = value.map(frame.scale.place)
            guard place != last else { continue }
            let x = PlotFrame.x(step, of: count)
            switch (last, place) {
            case (nil, let y?): path += "M\(x) \(y)"
            case (_?, let y?): path += "H\(x)V\(y)"
            case (_, nil): path += "H\(x)"
            }
            last = place
        }
        return last == nil ? path : path + "H\(PlotFrame.x(values.count, of: count))"
    }
}

/// Two bars for each step of time, side by side.
struct BarPlot {
    let frame: PlotFrame
    let pairs: [(Decimal, Decimal)]
    var hints: [PlotHint] = []

    var html: HTML {
        let zero = frame.scale.place(.zero)
        let wide = (PlotFrame.right - PlotFrame.left) / max(pairs.count, 1)
        let bar = max(1, wide / 3)
        func bars(_ name: String, _ amounts: [Decimal], from shift: Int) -> HTML {
            let path = amounts.enumerated().filter { !$0.element.isZero }.map { step, amount in
                let x = PlotFrame.x(step, of: amounts.count) + shift
                return "M\(x) \(zero)V\(frame.scale.place(amount))h\(bar)V\(zero)z"
            }
            return .element("path", ["class": name, "d": path.joined()], "")
        }
        let start = (wide - 2 * bar) / 2
        return frame.html(
            [
                bars("bar came", pairs.map(\.0), from: start), bars("bar went", pairs.map(\.1), from: start + bar),
            ], hints: hints, of: pairs.count)
    }
}

/// Which line or bar is what: by its form as well as by its colour.
struct PlotLegend {
    /// Names that people may have typed, and the class of each one's line or bar.
    let names: [(kind: String, text: String)]

    /// The class of one of several lines; after six they begin anew.
    static func line(_ index: Int) -> String { "track track-\(index % 6)" }

    var html: HTML {
        .element(
            "ul", ["class": "legend"],
            names.map { name in
                .element(
                    "li", [:],
                    .element(
                        "svg", ["viewBox": "0 0 28 12", "aria-hidden": "true"],
                        .element(
                            "path",
                            ["class": name.kind, "d": name.kind.hasPrefix("bar") ? "M6 12V1h16v11z" : "M0 6H28"], "")),
                    " ", .element("bdi", [:], "\(name.text)"))
            })
    }
}
