import CYAML
import TextFormats

/// Builds the tree from events, and refuses what a settings file has no use for.
struct YAMLComposer {
    private(set) var diagnostics: [Diagnostic] = []
    private let events: YAMLEventReader
    private let limits: YAMLLimits
    private var nodes = 0

    /// Ends the composing at once; the diagnostic that explains it was recorded.
    struct Abort: Error {}

    init(source: SourceText, limits: YAMLLimits) {
        events = YAMLEventReader(source)
        self.limits = limits
    }

    /// The document's root; `nil` when the file has no content.
    mutating func compose() throws(Abort) -> YAMLNode? {
        var root: YAMLNode?
        var documents = 0
        while true {
            let event = try next()
            switch event.event {
            case .streamEnd: return root
            case .documentEnd: continue
            case .documentStart:
                documents += 1
                if documents > 1 {
                    try abort(
                        at: event, "a second document begins here",
                        hint: "one file holds one document; remove the '---'")
                }
            default: root = try node(event, depth: 0)
            }
        }
    }

    private mutating func node(_ event: YAMLPositionedEvent, depth: Int) throws(Abort) -> YAMLNode? {
        nodes += 1
        if nodes > limits.nodes { try abort(at: event, "the file has more than \(limits.nodes) values") }
        if depth > limits.depth { try abort(at: event, "nested more than \(limits.depth) levels deep") }
        try refuseExtras(of: event)
        switch event.event {
        case .scalar(let scalar):
            // "\0" in double quotes; C interfaces further on would cut the text there.
            if scalar.text.utf8.contains(0) { try report(at: event, "a text can't hold the character NUL") }
            return YAMLNode(content: .scalar(scalar), range: event.range)
        case .sequenceStart: return YAMLNode(content: .sequence(try items(depth: depth)), range: event.range)
        case .mappingStart: return YAMLNode(content: .mapping(try entries(depth: depth)), range: event.range)
        case .alias(let name):
            try report(at: event, "aliases aren't supported", hint: "repeat the value instead of '*\(name)'")
            return nil
        case .collectionEnd, .documentStart, .documentEnd, .streamEnd:
            preconditionFailure("libyaml's grammar has no such event here")
        }
    }

    private mutating func items(depth: Int) throws(Abort) -> [YAMLNode] {
        var items: [YAMLNode] = []
        while true {
            let event = try next()
            if case .collectionEnd = event.event { return items }
            if let item = try node(event, depth: depth + 1) { items.append(item) }
        }
    }

    private mutating func entries(depth: Int) throws(Abort) -> [YAMLEntry] {
        var entries: [YAMLEntry] = []
        var firstUse: [String: SourceRange] = [:]
        while true {
            let keyEvent = try next()
            if case .collectionEnd = keyEvent.event { return entries }
            let keyNode = try node(keyEvent, depth: depth + 1)
            let valueEvent = try next()
            let value = try node(valueEvent, depth: depth + 1)
            guard let keyNode else { continue }
            guard case .scalar(let key) = keyNode.content else {
                try report(at: keyEvent, "a key must be a single word, not \(keyNode.kindName)")
                continue
            }
            if let first = firstUse.updateValue(keyNode.range, forKey: key.text) {
                firstUse[key.text] = first
                try report(
                    Diagnostic(
                        .error, keyNode.range, "'\(key.text)' appears twice",
                        notes: [Diagnostic.Note(first, "first used here")]))
            } else if let value {
                entries.append(YAMLEntry(key: key.text, keyRange: keyNode.range, value: value))
            }
        }
    }

    private mutating func refuseExtras(of event: YAMLPositionedEvent) throws(Abort) {
        if let tag = event.tag {
            try report(at: event, "tags aren't supported", hint: "remove '\(Self.written(tag))'")
        }
        if let anchor = event.anchor {
            try report(at: event, "anchors aren't supported", hint: "remove '&\(anchor)'")
        }
    }

    /// libyaml expands `!!str`; people should see what they wrote.
    private static func written(_ tag: String) -> String {
        let standard = "tag:yaml.org,2002:"
        return tag.hasPrefix(standard) ? "!!" + tag.dropFirst(standard.count) : tag
    }

    private mutating func next() throws(Abort) -> YAMLPositionedEvent {
        do throws(YAMLParserError) {
            return try events.next()
        } catch {
            diagnostics.append(error.diagnostic)
            throw Abort()
        }
    }

    private mutating func report(at event: YAMLPositionedEvent, _ message: String, hint: String? = nil) throws(Abort) {
        try report(Diagnostic(.error, event.range, message, hint: hint))
    }

    private mutating func report(_ diagnostic: Diagnostic) throws(Abort) {
        diagnostics.append(diagnostic)
        if diagnostics.count >= limits.diagnostics { throw Abort() }
    }

    private mutating func abort(at event: YAMLPositionedEvent, _ message: String, hint: String? = nil) throws(Abort) {
        diagnostics.append(Diagnostic(.error, event.range, message, hint: hint))
        throw Abort()
    }
}

extension YAMLPositionedEvent {
    /// Scalars on one line are marked whole; everything else by its first character.
    var range: SourceRange {
        guard case .scalar = event, start.line == end.line else { return SourceRange(SourcePosition(start)) }
        return SourceRange(SourcePosition(start), length: Int(end.column) - Int(start.column))
    }
}
