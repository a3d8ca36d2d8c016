extension TextFormat {
    /// Several values of this format with commas between: `transaction,balance-low`. For command lines; settings files have
    /// lists of their own.
    ///
    /// Blanks around an item are dropped; an empty item is a mistake, and so is one that comes twice.
    package func list() -> TextFormat<[Value]> {
        let parse = self.parse
        let listShape = TextShape(
            name: "\(shape.name), …", range: shape.range, example: shape.example
        ).with {
            $0.choices = shape.choices
            $0.isSecret = shape.isSecret
        }
        return TextFormat<[Value]>(shape: listShape, placeholder: [placeholder]) { text throws(TextFormatError) in
            var values: [Value] = []
            var seen: Set<String> = []
            for item in text.split(separator: ",", omittingEmptySubsequences: false) {
                let word = String(item.trimmingBlanks)
                guard !word.isEmpty else { throw TextFormatError("must be a list without empty places") }
                guard seen.insert(word).inserted else { throw TextFormatError("must not name anything twice") }
                values.append(try parse(word))
            }
            return values
        }
    }
}

extension Substring {
    fileprivate var trimmingBlanks: Substring {
        let start = drop { $0 == " " }
        let end = start.lastIndex { $0 != " " } ?? start.startIndex
        return start.isEmpty ? start : start[...end]
    }
}
