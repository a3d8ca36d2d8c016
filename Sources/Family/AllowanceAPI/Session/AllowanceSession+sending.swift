import HTTPClient
import JSON
import Observability
import Values

extension AllowanceSession {
    /// Asks with a good token; once more with another one if the server takes it no more.
    func ask<Value>(
        _ call: Call, _ reader: AnswerReader<Value>, by user: User.ID? = nil
    ) async throws(AllowanceError) -> Reply<Value> {
        let first = try await goodToken().required(of: user, at: server.origin)
        do throws(AllowanceError) {
            return try await send(call, token: first.token, reader)
        } catch {
            // The server has refused the token, so it has done nothing: even a write may be repeated.
            guard error.kind == .signInRequired else { throw error }
            let second = try await token(after: first.number, refusedWith: error)
                .required(of: user, at: server.origin)
            return try await send(call, token: second.token, reader)
        }
    }

    /// Sends one request and reads its answer.
    func send<Value>(
        _ call: Call, token: Secret?, _ reader: AnswerReader<Value>
    ) async throws(AllowanceError) -> Reply<Value> {
        let startedAt = now()
        let response = try await exchange(call, token: token)
        let endedAt = now()
        let serverDate = response.headers["Date"].flatMap(HTTPDate.read)
        if let serverDate { clock.note(serverDate: serverDate, startedAt: startedAt, endedAt: endedAt) }
        logger.debug(
            "asked the family server",
            [
                .route: .text(call.name), .status: .integer(response.status),
                .duration: .duration(endedAt.duration(since: startedAt)),
            ])
        guard response.head.isSuccess else {
            throw AllowanceError(
                status: response.status, body: response.body,
                retryAfter: response.head.retryAfter(now: Int(clock.serverTime(at: endedAt).seconds)),
                location: response.headers["Location"], call: call, place: server.origin)
        }
        do throws(JSONError) {
            return Reply(
                value: try reader.read(response.body, call.answerLimit), startedAt: startedAt, endedAt: endedAt,
                serverDate: serverDate)
        } catch {
            throw AllowanceError(error, body: response.body, status: response.status, call: call, place: server.origin)
        }
    }

    func exchange(_ call: Call, token: Secret?) async throws(AllowanceError) -> HTTPClientResponse {
        do throws(HTTPError) {
            var request = HTTPClientRequest(call.method, try HTTPURL(base + call.path))
            try request.setHeader("Accept", "application/json")
            if let key = call.idempotencyKey { try request.setHeader("Idempotency-Key", key) }
            if let token { try request.setHeader("Authorization", prefix: "Bearer ", token) }
            if let body = call.body { request.body = .bytes(body, contentType: call.contentType) }
            request.deadlines = HTTPDeadlines(connect: .seconds(10), total: call.limit)
            request.uploadProgress = call.progress
            request.limits.body = call.answerLimit
            request.isRepeatable = !call.isWrite
            // A token, and above all a write, goes only where it was meant to go.
            request.redirects = .returnResponse
            return try await http.send(request)
        } catch {
            throw AllowanceError(error, call: call, place: server.origin)
        }
    }
}
