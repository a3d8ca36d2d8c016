import HTTPServer
import Values

extension DemoRequest {
    init(_ request: HTTPRequest) {
        let words = request.headers["authorization"]?.split(separator: " ", maxSplits: 1) ?? []
        let token = words.count == 2 && words[0].lowercased() == "bearer" ? Secret(String(words[1])) : nil
        let query = ["limit", "page", "pageSize", "status", "includeCompleted", "type"].map {
            ($0, request.queryValue($0))
        }
        self.init(
            request.method, request.path,
            query: Dictionary(uniqueKeysWithValues: query).compactMapValues(\.self), token: token, body: request.body)
    }
}

extension HTTPResponse {
    init(_ answer: DemoAnswer) {
        self.init(HTTPStatus(rawValue: answer.status), body: .bytes(answer.body))
        if let type = answer.contentType { headers["Content-Type"] = type }
        if let allow = answer.allow { headers["Allow"] = allow }
        if let location = answer.location { headers["Location"] = location }
        if answer.status == 401 { headers["WWW-Authenticate"] = "Bearer" }
    }
}
