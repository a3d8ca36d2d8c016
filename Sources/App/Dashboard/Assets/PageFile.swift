import Cryptography
import HTTPServer

/// A file that the page brings along. Its address has the sum of its bytes, so browsers keep it for as long as they like.
struct PageFile: Sendable {
    let name: String
    let type: String
    let bytes: [UInt8]
    let address: String

    init(name: String, type: String, bytes: [UInt8]) {
        self.name = name
        self.type = type
        self.bytes = bytes
        let sum = SHA256.hash(bytes).prefix(8).map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
        address = "/files/\(sum)/\(name)"
    }

    static let style = PageFile(name: "style.css", type: "text/css; charset=utf-8", bytes: PackageResources.style_css)
    static let script = PageFile(
        name: "page.js", type: "text/javascript; charset=utf-8", bytes: PackageResources.page_js)
    static let icon = PageFile(name: "icon.svg", type: "image/svg+xml", bytes: PackageResources.icon_svg)

    /// The file with this address; `nil` for none, also for one of another version of the program.
    static func at(_ address: String) -> PageFile? { [style, script, icon].first { $0.address == address } }

    var response: HTTPResponse {
        HTTPResponse(
            headers: ["Content-Type": type, "Cache-Control": "public, max-age=31536000, immutable"], body: .bytes(bytes)
        )
    }
}
