import CYAML
import TextFormats

/// What libyaml reports, as Swift values.
enum YAMLEvent {
    case scalar(YAMLScalar)
    case alias(String)
    case sequenceStart
    case mappingStart
    case collectionEnd
    case documentStart
    case documentEnd
    case streamEnd
}

/// An event, where it is, and what the node carries besides its content.
struct YAMLPositionedEvent {
    let event: YAMLEvent
    let start: yaml_mark_t
    let end: yaml_mark_t
    let anchor: String?
    let tag: String?
}

/// Owns one `yaml_parser_t` over one text and pulls events from it.
///
/// The parser's memory is allocated once and never moves: libyaml keeps pointers into it.
@safe final class YAMLEventReader {
    private let parser: UnsafeMutablePointer<yaml_parser_t>
    private let input: UnsafeMutableBufferPointer<UInt8>
    private let source: SourceText

    init(_ source: SourceText) {
        let text = source.text
        self.source = source
        unsafe parser = .allocate(capacity: 1)
        unsafe parser.initialize(to: yaml_parser_t())
        // The input isn't copied by libyaml, so it has to live as long as the parser.
        unsafe input = .allocate(capacity: text.utf8.count)
        _ = unsafe input.initialize(from: text.utf8)
        unsafe precondition(yaml_parser_initialize(parser) == 1, "out of memory")
        unsafe yaml_parser_set_encoding(parser, YAML_UTF8_ENCODING)
        unsafe yaml_parser_set_input_string(parser, input.baseAddress, input.count)
    }

    deinit {
        unsafe yaml_parser_delete(parser)
        unsafe parser.deallocate()
        unsafe input.deallocate()
    }

    /// The next event; after ``YAMLEvent/streamEnd`` or an error it must not be called again.
    func next() throws(YAMLParserError) -> YAMLPositionedEvent {
        var raw = unsafe yaml_event_t()
        guard unsafe yaml_parser_parse(parser, &raw) == 1 else {
            throw unsafe YAMLParserError(parser.pointee, in: source)
        }
        defer { unsafe yaml_event_delete(&raw) }
        switch unsafe raw.type {
        case YAML_STREAM_START_EVENT: return try next()
        case YAML_SCALAR_EVENT:
            let data = unsafe raw.data.scalar
            let bytes = unsafe UnsafeBufferPointer(start: data.value, count: data.length)
            let scalar = unsafe YAMLScalar(
                text: String(decoding: bytes, as: UTF8.self), isPlain: data.style == YAML_PLAIN_SCALAR_STYLE)
            return unsafe positioned(.scalar(scalar), raw, anchor: data.anchor, tag: data.tag)
        case YAML_ALIAS_EVENT: return unsafe positioned(.alias(Self.string(raw.data.alias.anchor) ?? ""), raw)
        case YAML_SEQUENCE_START_EVENT:
            return unsafe positioned(
                .sequenceStart, raw, anchor: raw.data.sequence_start.anchor, tag: raw.data.sequence_start.tag)
        case YAML_MAPPING_START_EVENT:
            return unsafe positioned(
                .mappingStart, raw, anchor: raw.data.mapping_start.anchor, tag: raw.data.mapping_start.tag)
        case YAML_SEQUENCE_END_EVENT, YAML_MAPPING_END_EVENT: return unsafe positioned(.collectionEnd, raw)
        case YAML_DOCUMENT_START_EVENT: return unsafe positioned(.documentStart, raw)
        case YAML_DOCUMENT_END_EVENT: return unsafe positioned(.documentEnd, raw)
        default: return unsafe positioned(.streamEnd, raw)
        }
    }

    private func positioned(
        _ event: YAMLEvent, _ raw: yaml_event_t,
        anchor: UnsafeMutablePointer<yaml_char_t>? = nil, tag: UnsafeMutablePointer<yaml_char_t>? = nil
    ) -> YAMLPositionedEvent {
        unsafe YAMLPositionedEvent(
            event: event, start: raw.start_mark, end: raw.end_mark, anchor: Self.string(anchor), tag: Self.string(tag))
    }

    private static func string(_ text: UnsafeMutablePointer<yaml_char_t>?) -> String? {
        unsafe text.map { unsafe String(cString: $0) }
    }
}
