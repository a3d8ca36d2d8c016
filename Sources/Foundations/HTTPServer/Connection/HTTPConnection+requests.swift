import HTTPMessages
import Runtime
import WebSockets

extension HTTPConnection {
    /// Requests in order until the connection ends. The task of the connection; cancelled when the peer goes away.
    func serve() async {
        // Also one that was taken after the client had gone.
        defer { giveBackLargeBody() }
        do {
            while let (head, body) = try await nextRequest() {
                guard try await respond(to: head, body) else { break }
                hasServed = true
                if isStopping { break }
            }
            // A WebSocket has taken the connection over.
            if webSocket == nil { linger() }
        } catch let error as HTTPParseError {
            await refuse(error)
        } catch {
            abort()
        }
    }

    private func nextRequest() async throws -> (HTTPRequestHead, [UInt8])? {
        giveBackLargeBody()
        while true {
            let seen = receivedPieces
            switch try parser.next(admitting: admits) {
            case .request(let head, let body):
                waiting = .nothing
                return (head, body)
            case .wantsContinue:
                wait(for: .body)
                try await write(Array("HTTP/1.1 100 Continue\r\n\r\n".utf8))
            case .incomplete:
                if isStopping, !parser.isMidRequest { return nil }
                wait(for: parser.phase == .body ? .body : parser.isMidRequest ? .head : .nextRequest)
                try await input(after: seen)
            }
        }
    }

    /// Whether a body beyond the limit of all others may come.
    private func admits(_ head: HTTPRequestHead, _ length: Int) throws(HTTPParseError) -> Bool {
        guard let most = configuration.placesForBody(of: head, length) else { return false }
        guard server.assumeIsolated({ $0.takeLargeBody(most) }) else {
            throw HTTPParseError(.serviceUnavailable, "too many large bodies")
        }
        hasLargeBody = true
        return true
    }

    func giveBackLargeBody() {
        guard hasLargeBody else { return }
        hasLargeBody = false
        server.assumeIsolated { $0.giveBackLargeBody() }
    }

    /// The clock of a phase starts when the phase does, not with each byte: that is what stops a slow sender.
    private func wait(for phase: Waiting) {
        guard waiting != phase else { return }
        waiting = phase
        waitingSince = .now
    }

    private func input(after seen: Int) async throws {
        guard stream != nil else { throw HTTPServerError.disconnected }
        setReading(true)
        guard receivedPieces == seen else { return }
        let arrival = Promise<Void, any Error>()
        input = arrival
        try await arrival.valueEvenIfCancelled()
    }

    private func refuse(_ error: HTTPParseError) async {
        var response = HTTPResponse.text("\(error.status.rawValue) \(error.status.reason)\n", status: error.status)
        response.headers["Cache-Control"] = "no-store"
        do {
            try await send(response, isHead: false, isVersion11: true, keepAlive: false)
            linger()
        } catch {
            abort()
        }
    }

    /// Returns whether another request may follow.
    private func respond(to head: HTTPRequestHead, _ body: [UInt8]) async throws -> Bool {
        let request = HTTPRequest(
            method: head.method, target: head.target, path: head.path, query: head.query, headers: head.headers,
            body: body, peer: peer, connection: number)
        let response = await answer(request)
        if Task.isCancelled {
            await response.letGo(isHead: head.method == "HEAD")
            throw CancellationError()
        }
        if case .webSocket(let compression, let run) = response.body {
            let handshake = ServerHandshake(
                method: request.method, headers: request.headers, hasBody: !request.body.isEmpty,
                compression: compression)
            if case .accepted(let token, let extensions, let compression) = handshake {
                try await openWebSocket(
                    response, token: token, extensions: extensions, compression: compression, run)
                return false
            }
            let refusal = HTTPResponse.refusal(of: handshake)
            return try await send(
                refusal, isHead: false, isVersion11: head.isVersion11, keepAlive: head.keepAlive && !isStopping)
        }
        return try await send(
            response, isHead: head.method == "HEAD", isVersion11: head.isVersion11,
            keepAlive: head.keepAlive && !isStopping)
    }

    private func answer(_ request: HTTPRequest) async -> HTTPResponse {
        if !isLocal, !configuration.allows(host: request.headers.hostName) {
            return .text("This name is not served here\n", status: .misdirectedRequest)
        }
        do {
            return try await withTaskExecutorPreference(globalConcurrentExecutor) { try await server.handler(request) }
        } catch {
            return .text("Internal server error\n", status: .internalServerError)
        }
    }

    /// Returns whether the connection may be used again.
    @discardableResult
    private func send(
        _ response: HTTPResponse, isHead: Bool, isVersion11: Bool, keepAlive: Bool
    ) async throws -> Bool {
        switch response.body {
        case .bytes(let body):
            let framing = response.status.forbidsBody ? HTTPHeadWriter.Framing.none : .length(body.count)
            let hasBody = !isHead && !response.status.forbidsBody
            var bytes = HTTPHeadWriter.response(
                response.status, response.headers, framing: framing, keepAlive: keepAlive,
                room: hasBody ? body.count : 0)
            if hasBody { bytes.append(contentsOf: body) }
            try await write(bytes)
            return keepAlive
        case .stream(let produce):
            let framing: HTTPHeadWriter.Framing = isVersion11 ? .chunked : .untilClose
            isChunked = isVersion11
            let reusable = keepAlive && isVersion11
            do {
                try await write(
                    HTTPHeadWriter.response(response.status, response.headers, framing: framing, keepAlive: reusable))
            } catch {
                await response.letGo(isHead: isHead)
                throw error
            }
            if isHead { return reusable }
            isStreaming = true
            defer { isStreaming = false }
            if isStopping { task?.cancel() }
            // An error after the head can only be told by cutting the connection: it propagates to `serve`.
            let writer = HTTPBodyWriter(sink: self)
            try await withTaskExecutorPreference(globalConcurrentExecutor) { try await produce(writer) }
            if isVersion11 { try await write(Array("0\r\n\r\n".utf8)) }
            return reusable
        case .webSocket:
            preconditionFailure("a WebSocket is not a body")
        }
    }
}

extension HTTPResponse {
    /// The client has gone before its answer began: whoever produces that hears it at the first write.
    fileprivate func letGo(isHead: Bool) async {
        guard case .stream(let produce) = body, !isHead else { return }
        let writer = HTTPBodyWriter(sink: GoneClient())
        try? await withTaskExecutorPreference(globalConcurrentExecutor) { try await produce(writer) }
    }
}

/// Where nothing goes any more.
private struct GoneClient: HTTPBodySink {
    func writeChunk(_ bytes: [UInt8]) async throws { throw HTTPServerError.disconnected }
    func limitWriting(to limit: Duration) async {}
}
