import CChartJS
import Compression
import Cryptography
import HTTPServer
import JSON

/// A file that the page brings along. Its address has the sum of its bytes, so browsers keep it for as long as they like.
struct PageFile: Sendable {
    let name: String
    let type: String
    let bytes: [UInt8]
    let address: String
    /// Made once; empty of what is compressed already.
    private let compressed: [UInt8]

    init(name: String, type: String, bytes: [UInt8]) {
        self.name = name
        self.type = type
        self.bytes = bytes
        let sum = SHA256.hash(bytes).prefix(8).map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
        address = "/files/\(sum)/\(name)"
        compressed = HTTPResponse.isText(type) ? Gzip.compress(bytes) : []
    }

    static let style = PageFile(name: "style.css", type: "text/css; charset=utf-8", bytes: PackageResources.style_css)
    static let script = PageFile(
        name: "page.js", type: "text/javascript; charset=utf-8", bytes: PackageResources.page_js)
    /// Chart.js, which Debian keeps.
    static let charts = PageFile(
        name: "chart.js", type: "text/javascript; charset=utf-8",
        bytes: unsafe Array(UnsafeRawBufferPointer(start: chart_js_start(), count: chart_js_size())))
    static let plots = PageFile(
        name: "plots.js", type: "text/javascript; charset=utf-8", bytes: PackageResources.plots_js)
    static let icon = PageFile(name: "icon.svg", type: "image/svg+xml", bytes: PackageResources.icon_svg)
    /// The same for those who take no drawing.
    static let picture = PageFile(name: "icon.png", type: "image/png", bytes: PackageResources.icon_png)

    /// What puts views aside for when there is no connection: at an address that stays, so that browsers find the next version.
    static let workerAddress = "/worker.js"
    private static let worker = PageFile(
        name: "worker.js", type: "text/javascript; charset=utf-8", bytes: PackageResources.worker_js)

    /// What a browser needs to keep the page among its programs; its own addresses are as seen from it, so that they are right below
    /// any path.
    static let manifestAddress = "/manifest.webmanifest"
    private static let manifest = PageFile(
        name: "manifest.webmanifest", type: "application/manifest+json",
        bytes: Array(
            ([
                "name": "PocketBell", "short_name": "PocketBell", "start_url": "./", "scope": "./",
                "display": "standalone",
                "background_color": "#fbfaf7", "theme_color": "#0b6b60",
                "icons": [
                    ["src": .string(String(icon.address.dropFirst())), "sizes": "any", "type": .string(icon.type)],
                    [
                        "src": .string(String(picture.address.dropFirst())), "sizes": "512x512",
                        "type": .string(picture.type),
                    ],
                ],
            ] as JSONValue).description.utf8))

    /// What the page has at this address; `nil` for nothing, also for a file of another version of the program.
    static func response(at address: String, for request: HTTPRequest) -> HTTPResponse? {
        switch address {
        case workerAddress: worker.response(request, "no-cache")
        case manifestAddress: manifest.response(request, "no-cache")
        default:
            [style, script, charts, plots, icon, picture].first { $0.address == address }?
                .response(request, "public, max-age=31536000, immutable")
        }
    }

    private func response(_ request: HTTPRequest, _ keeping: String) -> HTTPResponse {
        var response = HTTPResponse(
            headers: ["Content-Type": type, "Cache-Control": keeping, "Vary": "Accept-Encoding"], body: .bytes(bytes))
        if !compressed.isEmpty, request.takesGzip {
            response.headers["Content-Encoding"] = "gzip"
            response.body = .bytes(compressed)
        }
        return response
    }
}
