/// The host part of a Host header.
enum HostHeader {
    /// Lower-cased, without port; an IPv6 literal keeps its brackets.
    static func name(_ value: String?) -> String {
        guard let value else { return "" }
        if value.hasPrefix("["), let end = value.firstIndex(of: "]") { return value[...end].lowercased() }
        return (value.split(separator: ":", maxSplits: 1).first ?? "").lowercased()
    }
}
