extension ConformanceCase {
    static let streamsCases: [ConformanceCase] = [
        ConformanceCase(
            55, .streams, "Three items and the completion: a sequence, then its end",
            [.ours, .genuine, .aiosignalr, .scripted]),
        ConformanceCase(
            56, .streams, "Two items and an error: two items, then a throw", [.ours, .genuine, .aiosignalr, .scripted]),
        ConformanceCase(57, .streams, "No items", [.ours, .genuine, .aiosignalr, .scripted]),
        ConformanceCase(58, .streams, "A completion with a result: ignored, a normal end", [.scripted]),
        ConformanceCase(
            59, .streams, "The consumer stops early: one type 5, later items are ignored",
            [.ours, .genuine, .aiosignalr, .scripted]),
        ConformanceCase(
            60, .streams, "An item that can't be decoded: the stream fails, is cancelled, the connection lives",
            [.scripted], inside: true),
        ConformanceCase(
            61, .streams, "A slow consumer and a fast server: memory is bounded", [.ours, .genuine, .scripted],
            [.aiosignalr: .realIsEnough]),
        ConformanceCase(
            62, .streams, "Two uploads and arguments: ids in order, items, two completions",
            [.ours, .genuine, .aiosignalr, .scripted]),
        ConformanceCase(
            63, .streams, "An upload's source throws: a completion with an error", [.ours, .genuine, .scripted],
            [.aiosignalr: .unsupported]),
        ConformanceCase(
            64, .streams, "The call completes during the upload: no further items",
            [.ours, .genuine, .aiosignalr, .scripted]),
        ConformanceCase(
            65, .streams, "A loss during the upload: it ends, nothing is written to the new connection", [.scripted]),
    ]
}
