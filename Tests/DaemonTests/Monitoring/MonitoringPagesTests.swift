import Control
import HTTPServer
import Testing

@testable import Daemon

@Suite("The monitoring pages")
struct MonitoringPagesTests {
    private func answer(
        _ method: String, _ path: String, problems: [Problem] = []
    ) async -> (status: Int, text: String, headers: HTTPHeaders) {
        let pages = MonitoringPages {
            "figure 1\n"
        } health: {
            HealthAnswer(problems)
        }
        let response = await pages.answer(method, path)
        guard case .bytes(let bytes) = response.body else { return (0, "", [:]) }
        return (response.status.rawValue, String(decoding: bytes, as: UTF8.self), response.headers)
    }

    @Test("figures are in Prometheus' text format, and nobody keeps them")
    func metrics() async {
        let answer = await answer("GET", "/metrics")
        #expect(answer.status == 200 && answer.text == "figure 1\n")
        #expect(answer.headers["Content-Type"] == "text/plain; version=0.0.4; charset=utf-8")
        #expect(answer.headers["Cache-Control"] == "no-store")
    }

    @Test("alive is whoever answers, well or not; ready is who is well", arguments: [false, true])
    func health(_ isUnwell: Bool) async {
        let problems = isUnwell ? [Problem(.storeRefuses, "The disk is full", nextStep: nil)] : []
        let alive = await answer("GET", "/healthz", problems: problems)
        #expect(alive.status == 200 && alive.text == "alive\n")
        let ready = await answer("HEAD", "/readyz", problems: problems)
        #expect(ready.status == (problems.isEmpty ? 200 : 503))
        #expect(ready.text.hasPrefix(problems.isEmpty ? "ready" : "store-refuses: 1"))
    }

    @Test("there is nothing else, and nothing can be changed")
    func others() async {
        for path in ["/", "/metrics/", "/v1/status", "/METRICS", "/healthz/x"] {
            let answer = await answer("GET", path)
            #expect(answer.status == 404 && answer.text.contains("/metrics, /healthz, /readyz"))
        }
        for method in ["POST", "PUT", "DELETE", "get", "OPTIONS"] {
            let answer = await answer(method, "/metrics")
            #expect(answer.status == 405 && answer.headers["Allow"] == "GET, HEAD", "\(method)")
        }
    }
}
