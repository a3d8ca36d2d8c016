import HTTPServer

/// The pages that a monitoring system asks for. They only read, and name neither people, accounts nor addresses.
struct MonitoringPages: Sendable {
    /// All figures, in Prometheus' text format.
    let metrics: @Sendable () async -> String
    let health: @Sendable () async -> HealthAnswer

    private enum Page: String, CaseIterable {
        case metrics = "/metrics"
        /// Alive: it answers.
        case alive = "/healthz"
        /// Well: nothing needs a person.
        case ready = "/readyz"
    }

    /// 404 for any other page, 405 for a method that could change something.
    func answer(_ method: String, _ path: String) async -> HTTPResponse {
        guard let page = Page(rawValue: path) else {
            let known = Page.allCases.map(\.rawValue).joined(separator: ", ")
            return .text("There is no such page; there are \(known).\n", status: .notFound)
        }
        guard method == "GET" || method == "HEAD" else {
            return .methodNotAllowed(allow: ["GET", "HEAD"])
        }
        var response = await answer(page)
        response.headers["Cache-Control"] = "no-store"
        return response
    }

    private func answer(_ page: Page) async -> HTTPResponse {
        switch page {
        case .metrics: return .text(await metrics(), type: "text/plain; version=0.0.4; charset=utf-8")
        case .alive: return .text("alive\n")
        case .ready:
            let health = await health()
            return .text(health.text, status: health.isWell ? .ok : .serviceUnavailable)
        }
    }
}
