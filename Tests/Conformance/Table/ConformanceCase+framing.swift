extension ConformanceCase {
    static let framingCases: [ConformanceCase] = [
        ConformanceCase(31, .framing, "Five messages in one frame: five dispatches in order", [.scripted]),
        ConformanceCase(32, .framing, "One message over four messages and over fragments: one dispatch", [.scripted]),
        ConformanceCase(33, .framing, "An empty frame and a lone separator are ignored", [.scripted]),
        ConformanceCase(34, .framing, "Bad UTF-8: a transport error", [.scripted]),
        ConformanceCase(
            35, .framing, "The separator separates; its escape inside a string survives",
            [.ours, .genuine, .aiosignalr, .scripted]),
        ConformanceCase(36, .framing, "Members in any order mean the same", [.scripted]),
        ConformanceCase(37, .framing, "An unknown type is ignored, the next message delivered", [.scripted]),
        ConformanceCase(38, .framing, "A type that is missing, a string or 1.5: a connection error", [.scripted]),
        ConformanceCase(39, .framing, "Unknown members, nested, are skipped", [.scripted]),
        ConformanceCase(
            40, .framing, "Headers on types 1 to 5 are accepted; a value that is no string is an error", [.scripted]),
        ConformanceCase(
            41, .framing, "A message of 20 MiB: delivered, or a clean close that names the limit",
            [.ours, .genuine, .aiosignalr, .scripted]),
        ConformanceCase(42, .framing, "9007199254740993 stays exact", [.ours, .genuine, .aiosignalr, .scripted]),
        ConformanceCase(43, .framing, "Nesting: 64 deep is fine, 10 000 deep is an error", [.scripted]),
        ConformanceCase(
            44, .framing, "A completion with result and error: the connection is closed with an error", [.scripted]),
    ]
}
