import CCurl
import HTTPMessages
import Synchronization

/// One request on its way through libcurl.
///
/// Invariant for `@unchecked`: the constants and ``isCancelled`` may be touched anywhere, everything else on the service
/// thread only.
@safe final class Transfer: @unchecked Sendable {
    typealias Instant = ContinuousClock.Instant

    let request: HTTPClientRequest
    let configuration: HTTPClientConfiguration
    let sink: any ResponseSink
    let isStream: Bool
    /// End of the whole request, redirects included.
    let deadline: Instant?
    /// Set from the cancelled task, so that a cancel that overtakes the start is not lost.
    let isCancelled = Atomic<Bool>(false)

    private(set) var handle: EasyHandle?
    private var headerList: HeaderList?
    /// CURL_ERROR_SIZE bytes that libcurl writes its text to.
    private let errorText = UnsafeMutablePointer<CChar>.allocate(capacity: Int(CURL_ERROR_SIZE))
    private var parser = HTTPResponseLineReader()
    private var headBytes = 0
    private var bodyBytes = 0
    private var sentBytes = 0
    /// What libcurl had sent (a proxy's CONNECT) when the first connection was ready; `nil` before that.
    private var bytesBeforeRequest: Int?
    private var isHeld = false
    private var lastActivity = ContinuousClock.now
    /// What a callback of ours decided; wins over the generic code that libcurl makes of it.
    private var verdict: HTTPError?

    init(
        _ request: HTTPClientRequest, _ configuration: HTTPClientConfiguration, deadline: Instant?, isStream: Bool,
        sink: any ResponseSink
    ) {
        self.request = request
        self.configuration = configuration
        self.deadline = deadline
        self.isStream = isStream
        self.sink = sink
        unsafe errorText.initialize(repeating: 0, count: Int(CURL_ERROR_SIZE))
    }

    deinit { unsafe errorText.deallocate() }

    // MARK: life

    /// Prepares the handle. If this throws, ``release()`` must still be called.
    func prepare(_ handle: EasyHandle) throws(HTTPError) {
        self.handle = handle
        headerList = try unsafe configure(handle, errorText: errorText)
        noteActivity()
    }

    /// Gives the handle back; libcurl must have let go of it before.
    func release() -> EasyHandle? {
        defer { handle = nil }
        // reset makes libcurl forget the pointers below before they are freed.
        handle?.reset()
        headerList = nil
        return handle
    }

    /// The end as libcurl saw it.
    func failure(for code: CURLcode) -> HTTPError? {
        guard code != CURLE_OK else { return nil }
        if let verdict { return verdict }
        guard let handle else { return .outOfMemory }
        let failure = unsafe CurlFailure(code, handle, text: String(cString: errorText))
        let phase = phase
        return error(failure.kind(phase), failure.detail(phase), phase: phase)
    }

    /// An error with this transfer's origin, and how far it has come.
    func error(_ kind: HTTPError.Kind, _ detail: String, phase: HTTPError.Phase? = nil) -> HTTPError {
        HTTPError(
            kind, place: request.url.origin, detail: detail, phase: phase ?? (handle == nil ? nil : self.phase),
            mayHaveArrived: hasSent)
    }

    /// Whether anything of the request has been given to the system. libcurl counts the bytes of all attempts.
    private var hasSent: Bool {
        guard let handle, let bytesBeforeRequest else { return false }
        return handle.long(CURLINFO_REQUEST_SIZE) > bytesBeforeRequest || handle.offset(CURLINFO_SIZE_UPLOAD_T) > 0
    }

    // MARK: time

    /// The next instant at which ``expiredPhase(at:)`` can change its answer.
    var due: Instant? {
        guard let idle = request.deadlines.idle, !isHeld else { return deadline }
        let silent = lastActivity + idle
        return deadline.map { min($0, silent) } ?? silent
    }

    func expiredPhase(at now: Instant) -> HTTPError.Phase? {
        if let deadline, now >= deadline { return phase }
        if let idle = request.deadlines.idle, !isHeld, now >= lastActivity + idle { return .idle }
        return nil
    }

    /// How far the transfer came. libcurl leaves the time of a step at 0 until the step is done.
    var phase: HTTPError.Phase {
        guard let handle else { return .connecting }
        if handle.offset(CURLINFO_NAMELOOKUP_TIME_T) == 0 { return .resolving }
        // The connect time stays 0 until TLS is up too; the local port is known as soon as TCP is.
        if request.url.isSecure, handle.offset(CURLINFO_APPCONNECT_TIME_T) == 0, handle.long(CURLINFO_LOCAL_PORT) != 0 {
            return .handshake
        }
        if handle.offset(CURLINFO_CONNECT_TIME_T) == 0 { return .connecting }
        if parser.isComplete { return .receiving }
        return handle.offset(CURLINFO_SIZE_UPLOAD_T) < handle.offset(CURLINFO_CONTENT_LENGTH_UPLOAD_T)
            ? .sending : .waiting
    }

    /// Reading the clock for each header line shows in profiles, so only where it matters.
    private func noteActivity() {
        if request.deadlines.idle != nil { lastActivity = .now }
    }

    // MARK: events from libcurl

    /// - Returns: `false` to end the transfer.
    func receive(headerLine line: UnsafeRawBufferPointer) -> Bool {
        noteActivity()
        headBytes += line.count
        guard headBytes <= request.limits.head else {
            return refuse(.tooLarge(.head), "more than \(request.limits.head) header bytes")
        }
        switch parser.take(unsafe Array(line)[...]) {
        case .more: return true
        case .malformed: return refuse(.protocolViolation, "malformed header line")
        case .complete:
            if request.method != .head, let length = parser.head.headers["Content-Length"].flatMap({ Int($0) }),
                length > request.limits.body
            {
                return refuse(.tooLarge(.body), "\(length) bytes announced, \(request.limits.body) allowed")
            }
            sink.receive(head: parser.head)
            return true
        }
    }

    enum BodyVerdict { case taken, held, refused }

    func receive(body: UnsafeRawBufferPointer) -> BodyVerdict {
        noteActivity()
        guard bodyBytes + body.count <= request.limits.body else {
            _ = refuse(.tooLarge(.body), "more than \(request.limits.body) bytes")
            return .refused
        }
        guard unsafe sink.receive(body: body) else {
            isHeld = true
            return .held
        }
        bodyBytes += body.count
        return .taken
    }

    func sent(_ bytes: Int, of total: Int) {
        guard bytes != sentBytes else { return }
        sentBytes = bytes
        noteActivity()
        request.uploadProgress?(bytes, total)
    }

    /// Asked when a connection is ready, before the first byte of the request; remembers the refusal.
    func mayBegin(on address: IPAddress?) -> Bool {
        guard mayUse(address) else { return false }
        guard bytesBeforeRequest != nil else {
            bytesBeforeRequest = handle?.long(CURLINFO_REQUEST_SIZE)
            return true
        }
        if request.isRepeatable || !hasSent { return true }
        return refuse(.connectionLost, "the connection ended before the answer came")
    }

    /// Whether the request may talk to this address; remembers the refusal.
    func mayUse(_ address: IPAddress?) -> Bool {
        if request.unixSocketPath != nil || request.addresses == .any { return true }
        guard let address else { return false }
        return request.addresses.allows(address) || refuse(.forbiddenAddress, "\(request.url.host) leads to \(address)")
    }

    private func refuse(_ kind: HTTPError.Kind, _ detail: String) -> Bool {
        verdict = error(kind, detail)
        return false
    }

    // MARK: back-pressure

    /// The reader has room again.
    func resume() {
        guard isHeld, let handle else { return }
        isHeld = false
        noteActivity()
        // May call the write callback, which may hold again at once. A failure also ends the transfer, which reports it.
        _ = unsafe curl_easy_pause(handle.pointer, CURLPAUSE_CONT)
    }
}
