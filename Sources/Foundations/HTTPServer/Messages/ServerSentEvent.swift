/// One event of a `text/event-stream` body.
public struct ServerSentEvent: Sendable, Equatable {
    /// The event's type; nil is "message".
    public var name: String?
    /// What the browser sends back as `Last-Event-ID` when it reconnects.
    public var id: String?
    /// Any text; each of its lines becomes a `data` line. Without one nobody is told anything, but the id and ``retry`` hold from then on.
    public var data: String?
    /// How long the client waits before it reconnects; a year at most.
    public var retry: Duration?

    public init(_ data: String? = nil, name: String? = nil, id: String? = nil, retry: Duration? = nil) {
        self.data = data
        self.name = name
        self.id = id
        self.retry = retry
    }

    /// As it stands on the wire. Line breaks in name or id would forge a field, and a NUL in an id would void it: they
    /// are left out.
    var bytes: [UInt8] {
        var text = ""
        if let name { text += "event: \(Self.oneLine(name))\n" }
        if let id { text += "id: \(Self.oneLine(id))\n" }
        if let retry { text += "retry: \(Self.milliseconds(retry))\n" }
        // Every way to end a line that the standard knows; a "\r\n" is one character.
        let lines = data?.split(omittingEmptySubsequences: false) { ["\n", "\r", "\r\n"].contains($0) } ?? []
        for line in lines { text += "data: \(line)\n" }
        return Array((text + "\n").utf8)
    }

    /// A comment, which clients ignore: it keeps an idle stream open through what lies between.
    static let keepAlive = Array(":\n\n".utf8)

    private static func oneLine(_ text: String) -> String {
        String(String.UnicodeScalarView(text.unicodeScalars.filter { !["\n", "\r", "\0"].contains($0) }))
    }

    private static func milliseconds(_ duration: Duration) -> Int64 {
        let (seconds, attoseconds) = min(max(duration, .zero), .seconds(31_536_000)).components
        return seconds * 1000 + attoseconds / 1_000_000_000_000_000
    }
}
