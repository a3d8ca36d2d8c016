/// All that happens in a run, as one number: two runs of one scenario have the same one.
struct Trace: Sendable {
    /// FNV-1a over the lines.
    private(set) var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    private(set) var count = 0
    private let prints: Bool
    /// The last lines, for whoever looks for the reason of a failure.
    private(set) var recent: [String] = []

    /// - Parameter prints: whether each line is shown as it comes.
    init(prints: Bool) { self.prints = prints }

    mutating func note(_ at: Int, _ text: @autoclosure () -> String) {
        let line = "\(Double(at) / 1_000_000) \(text())"
        for byte in line.utf8 { hash = (hash ^ UInt64(byte)) &* 0x0000_0100_0000_01B3 }
        count += 1
        if prints { print(line) }
        recent.append(line)
        if recent.count > 400 { recent.removeFirst(200) }
    }
}
