/// The way from a JSON text's outermost value to one inside, written as `transactions[3].amount`.
public struct JSONPath: Hashable, Sendable {
    /// One step inwards.
    public enum Step: Hashable, Sendable {
        /// The member of an object with this name.
        case member(String)
        /// The element of an array with this number, from 0.
        case element(Int)
    }

    /// From outside inwards.
    public private(set) var steps: [Step]

    /// No steps name the outermost value.
    public init(_ steps: [Step] = []) {
        self.steps = steps
    }

    /// Whether it names the outermost value, or none is known.
    public var isEmpty: Bool { steps.isEmpty }

    /// The way one step further in.
    public func appending(_ step: Step) -> JSONPath { JSONPath(steps + [step]) }

    func prefixed(by step: Step) -> JSONPath { JSONPath([step] + steps) }
}

extension JSONPath: CustomStringConvertible {
    /// Names are cut and freed of control characters: they come from the other side and end in logs.
    public var description: String {
        steps.reduce(into: "") { text, step in
            switch step {
            case .element(let index): text += "[\(index)]"
            case .member(let name): text += (text.isEmpty ? "" : ".") + Self.printable(name)
            }
        }
    }

    private static func printable(_ name: String) -> String {
        var shown = String.UnicodeScalarView()
        for scalar in name.unicodeScalars.prefix(64) {
            switch scalar.properties.generalCategory {
            case .control, .format, .lineSeparator, .paragraphSeparator: shown.append("?")
            default: shown.append(scalar)
            }
        }
        return String(shown)
    }
}
