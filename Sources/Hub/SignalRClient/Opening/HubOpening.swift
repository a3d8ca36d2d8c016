import JSON
import Runtime
import SignalRProtocol
import Sockets

/// A transport on which the handshake is done.
struct HubOpening: Sendable {
    let transport: any HubTransportConnection
    let connectionID: String?
    let reader: any HubTransportReader
    /// Set when both sides have agreed on stateful reconnect.
    let reopen: HubTarget.Reopen?
    /// Set when the server wants the token refreshed while the connection lives.
    let tokens: TokenKeeper?
    var records: HubRecordReader
    /// What came behind the handshake.
    var early: [UInt8]

    /// Makes one attempt.
    ///
    /// - Throws: ``HubError``; nothing is left open then.
    static func attempt(_ negotiator: Negotiator, lastWasRefused: Bool) async throws(HubError) -> HubOpening {
        let access = HubAccess(negotiator.options)
        try await access.ask(lastWasRefused: lastWasRefused)
        let (target, transport) = try await transport(negotiator, access, lastWasRefused: lastWasRefused)
        var opening = HubOpening(
            transport: transport, connectionID: target.connectionID, reader: transport.makeReader(),
            reopen: target.isStateful ? target.reopening(on: negotiator.network) : nil,
            tokens: target.refresh.map { TokenKeeper($0, target.requests, on: negotiator.network.loop) },
            records: HubRecordReader(
                limit: negotiator.options.maximumMessageBytes, checksUTF8: target.transport != .webSockets),
            early: [])
        do throws(HubError) {
            opening = try await opening.shakingHands(
                negotiator.options.messageFormat, within: negotiator.options.handshakeTimeout,
                on: negotiator.network.loop)
        } catch {
            transport.abort()
            throw error
        }
        return opening
    }

    /// Opens the first transport that opens, in the server's order. Each try negotiates anew: an id is for one use.
    private static func transport(
        _ negotiator: Negotiator, _ access: HubAccess, lastWasRefused: Bool
    ) async throws(HubError) -> (HubTarget, any HubTransportConnection) {
        var choice = TransportChoice(negotiator.options.transports, format: negotiator.options.messageFormat)
        var wasRefused = lastWasRefused
        while true {
            let target: HubTarget
            do throws(HubError) {
                target = try await negotiator.target(access, choice)
            } catch {
                guard error.kind == .unauthorized, !wasRefused, access.isRenewable else {
                    throw choice.failure(toNegotiate: error)
                }
                wasRefused = true
                try await access.ask(lastWasRefused: true)
                continue
            }
            do throws(HubError) {
                return (target, try await target.open(on: negotiator.network))
            } catch {
                guard error.kind != .cancelled, !Task.isCancelled else { throw .cancelled }
                choice.failed(target.transport, error)
                if target.others.isEmpty, let failure = choice.failure { throw failure }
            }
        }
    }

    private func shakingHands(
        _ format: HubMessageFormat, within limit: Duration, on loop: EventLoop
    ) async throws(HubError) -> HubOpening {
        // Whoever refuses at once may have closed already: its words are still to be read.
        let request = HubHandshake.Request(protocolName: format.rawValue, version: reopen == nil ? 1 : 2)
        try? await transport.send(request.record)
        let outcome = await firstToEnd(
            { () async -> Result<HubOpening, HubError> in
                do throws(HubError) { return .success(try await self.readingHandshake()) } catch {
                    return .failure(error)
                }
            }, { .failure(await loop.failure(.handshakeTimeout(limit), after: limit)) })
        return try outcome.get()
    }

    private func readingHandshake() async throws(HubError) -> HubOpening {
        var opening = self
        var isDone = false
        while !isDone {
            guard let payloads = try await opening.reader.next() else {
                throw .lost("it was closed before the handshake was answered")
            }
            var (records, early) = (opening.records, opening.early)
            do throws(HubProtocolError) {
                try payloads.forEach { payload throws(HubProtocolError) in
                    try records.append(payload) { bytes throws(HubProtocolError) in
                        var cursor = JSONCursor()
                        if !isDone {
                            try HubHandshake.readResponse(bytes, &cursor)
                            isDone = true
                        }
                        early += HubMessage.copy(cursor.offset..<bytes.count, bytes)
                    }
                }
            } catch {
                throw HubError(error)
            }
            (opening.records, opening.early) = (records, early)
        }
        return opening
    }
}
