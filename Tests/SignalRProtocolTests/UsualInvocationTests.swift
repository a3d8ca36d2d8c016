import JSON
import SignalRProtocol
import TestNumbers
import Testing

@Suite("Usual form of an invocation")
struct UsualInvocationTests {
    /// What is known of a record without scanning its members.
    private struct Found: Equatable {
        var target: String
        var arguments: String
        var next: Int
    }

    /// As a connection takes it: found by comparing, its arguments' end either searched for or found by a check.
    private func usual(_ bytes: [UInt8], unread: Bool) -> Found? {
        let span = bytes.span
        guard let form = UsualInvocation(span, at: 0) else { return nil }
        var end: Int?
        if unread {
            end = form.unreadEnd(in: span)
        } else {
            var cursor = JSONCursor(offset: form.arguments)
            end = (try? cursor.skipValue(span))?.upperBound
        }
        guard let end, let next = UsualInvocation.next(after: end, in: span) else { return nil }
        return Found(
            target: String(decoding: bytes[form.target], as: UTF8.self),
            arguments: String(decoding: bytes[form.arguments..<end], as: UTF8.self), next: next)
    }

    @Test("the end of the arguments is reached behind their own record only")
    func end() {
        let record = Array((#"{"type":1,"target":"n","arguments":[1]}"# + "\u{1E}").utf8)
        let bytes = record + record
        let end = record.count - 2
        let start = record.count * 2 - 5
        for (offset, limit, isReached) in [
            (record.count + end, bytes.count, true), (record.count + end, bytes.count - 1, false),
            (end, bytes.count, false), (start, bytes.count, false), (start + 1, bytes.count, false),
        ] {
            var cursor = JSONCursor(offset: offset)
            let arguments = ArgumentsEnd(from: start, before: limit)
            #expect(arguments.isReached(bytes.span, &cursor) == isReached, "\(offset)")
            #expect(cursor.offset == (isReached ? bytes.count : offset))
        }
    }

    private func scanned(_ bytes: [UInt8]) -> Found? {
        var cursor = JSONCursor()
        guard let envelope = try? HubEnvelope.next(bytes.span, &cursor, limit: 1 << 20), envelope.kind == .invocation,
            envelope.invocationID == nil, let target = envelope.target, let arguments = envelope.arguments
        else { return nil }
        return Found(
            target: target.text(bytes.span), arguments: String(decoding: bytes[arguments], as: UTF8.self),
            next: cursor.offset)
    }

    private func isJSON(_ text: String) -> Bool { (try? HubText.array([text])) != nil }

    @Test("is found where hubs use it, with the target and the arguments that a scan finds")
    func found() {
        for text in [#"[]"#, #"[{"a":1.5,"b":"c"}]"#, #"["Größe 😀"]"#, #"[null,true,-1e9]"#, "[ 1 , 2 ]"] {
            let bytes = record(#"{"type":1,"target":"Größe","arguments":\#(text)}^{"type":6}^"#)
            let expected = scanned(bytes)
            #expect(expected?.arguments == text)
            #expect(usual(bytes, unread: true) == expected)
            #expect(usual(bytes, unread: false) == expected)
        }
    }

    @Test(
        "is not found in a record that says more or something else",
        arguments: [
            #"{"type":1,"target":"a","arguments":[],"invocationId":"1"}^"#,
            #"{"type":1,"target":"a","arguments":[1],"type":3,"x":[]}^"#,
            #"{"type":1,"target":"a","arguments":[],"target":"b"}^"#,
            #"{"type":1,"target":"a","arguments":[],"arguments":[2]}^"#,
            #"{"type":1,"invocationId":"1","target":"a","arguments":[]}^"#,
            #"{"type":1,"target":"a\u0062","arguments":[]}^"#, #"{"type":1,"target":"","arguments":[]}^"#,
            #"{"type":1,"target":"a","arguments":[] }^"#, #"{"type":1,"target":"a","arguments":1}^"#,
            #"{"type":1,"target":"a","arguments":[]}"#, #"{"type":1,"target":"a","arguments":["#,
            #" {"type":1,"target":"a","arguments":[]}^"#, #"{"type":11,"target":"a","arguments":[]}^"#,
        ])
    func notFound(_ text: String) {
        #expect(usual(record(text), unread: true) == nil)
        #expect(usual(record(text), unread: false) == nil)
    }

    @Test("leaves arguments with brackets within to a check")
    func brackets() {
        for text in [#"[[1],2]"#, #"["]"]"#, #"["]}\#u{1E}"]"#] {
            let bytes = record(#"{"type":1,"target":"a","arguments":\#(text)}^"#)
            #expect(usual(bytes, unread: true).map { $0.arguments == text } != true)
            #expect(usual(bytes, unread: false) == scanned(bytes))
        }
    }

    @Test("says nothing that a scan denies, whatever is changed in a record")
    func mutations() {
        var random = SeededNumbers(seed: 7)
        let original = record(
            #"{"type":1,"target":"Say","arguments":[{"id":7,"text":"a ] b","list":[1,2]},"x"]}^{"type":6}^"#)
        var count = (unread: 0, checked: 0)
        for _ in 0..<20_000 {
            var bytes = original
            for _ in 0...Int(random.next() % 3) {
                let place = Int(random.next() % UInt64(bytes.count))
                switch random.next() % 3 {
                case 0: bytes[place] = UInt8(truncatingIfNeeded: random.next())
                case 1: bytes.remove(at: place)
                default: bytes.insert(original[Int(random.next() % UInt64(original.count))], at: place)
                }
            }
            // Text of a transport has been checked.
            guard String(validating: bytes, as: UTF8.self) != nil else { continue }
            let expected = scanned(bytes)
            if let found = usual(bytes, unread: false) {
                count.checked += 1
                #expect(found == expected)
            }
            // Whoever decodes the arguments refuses what is no JSON.
            if let found = usual(bytes, unread: true), isJSON(found.arguments) {
                count.unread += 1
                #expect(found == expected)
            }
        }
        #expect(count.checked > 1_000)
    }

    @Test("stays within the bytes at every cut, and when it is repeated at any place")
    func bounds() {
        let whole = record(#"{"type":1,"target":"Say","arguments":[1]}^{"type":1,"target":"Say","arguments":[2]}^"#)
        for end in 0...whole.count {
            let bytes = Array(whole[..<end])
            for start in 0..<end {
                guard let form = UsualInvocation(bytes.span, at: start) else { continue }
                #expect(start == 0 || start == 42)
                for place in -1...end + 1 {
                    let repeated = form.repeated(at: place, in: bytes.span)
                    let other = place < 0 ? nil : UsualInvocation(bytes.span, at: place)
                    #expect((repeated != nil) == (other != nil))
                    if let repeated { #expect(repeated.arguments - repeated.start == form.arguments - form.start) }
                }
                let short = form.repeated(at: 0, in: whole.span.extracting(..<10))
                #expect(short == nil)
            }
        }
        let beyond = [-1, whole.count - 1, whole.count].map { UsualInvocation.next(after: $0, in: whole.span) }
        #expect(beyond == [nil, nil, nil])
    }
}
