import CCurl
import Runtime
import Synchronization
import Values

/// One message on its way through libcurl, on a thread of its own.
///
/// Not on a client's thread and multi handle, for two reasons that were tried with 7.88: libcurl waits for the reply to the
/// last dot, and for the one to QUIT, inside of `curl_multi_perform`, so that a slow mail server would hold up every request;
/// and `curl_multi_remove_handle` of a message that is half sent writes the last dot behind what there is, so that giving up
/// would deliver half a mail. A blocking call that ends by its own limit or by a callback's refusal does neither.
///
/// Invariant for `@unchecked`: the constants and `isCancelled` may be touched anywhere, everything else on the thread only.
@safe package final class MailTransfer: @unchecked Sendable {
    let envelope: MailEnvelope
    let witness: any MailWitness
    private let isCancelled = Atomic<Bool>(false)

    private var handle: EasyHandle?
    /// How much of the message libcurl has.
    private var taken = 0
    /// What a callback of ours decided; wins over the generic code that libcurl makes of it.
    private var verdict: HTTPError?
    private var settledAt: ContinuousClock.Instant?
    private var due: ContinuousClock.Instant?

    /// How long a server may take to say goodbye once all is known.
    private static let farewell = Duration.seconds(2)

    private init(_ envelope: MailEnvelope, _ witness: any MailWitness) {
        self.envelope = envelope
        self.witness = witness
    }

    /// Sends the message. Cancelling the task hangs up, within about a second, and never completes what was begun.
    package static func run(_ envelope: MailEnvelope, heardBy witness: any MailWitness) async -> MailTransferEnd {
        let transfer = MailTransfer(envelope, witness)
        let end = Promise<MailTransferEnd, Never>()
        do throws(ServiceThreadError) {
            let thread = try ServiceThread(name: "mail") { end.keep(.success(transfer.perform())) }
            return await withTaskCancellationHandler {
                // The thread answers also where the task was cancelled.
                let outcome = await end.outcomeEvenIfCancelled()
                await thread.finished()
                return outcome.get()
            } onCancel: {
                transfer.isCancelled.store(true, ordering: .releasing)
            }
        } catch {
            return .failed(HTTPError(.other(code: Int(error.code)), place: envelope.place, detail: "\(error)"))
        }
    }

    // MARK: thread

    private func perform() -> MailTransferEnd {
        let recipients = HeaderList()
        // CURL_ERROR_SIZE bytes that libcurl writes its text to.
        let errorText = UnsafeMutablePointer<CChar>.allocate(capacity: Int(CURL_ERROR_SIZE))
        unsafe errorText.initialize(repeating: 0, count: Int(CURL_ERROR_SIZE))
        // The handle goes first: libcurl says goodbye with it, and has pointers to the rest.
        defer {
            handle = nil
            withExtendedLifetime(recipients) {}
            unsafe errorText.deallocate()
        }
        due = envelope.deadlines.total.map { .now + $0 }
        do throws(HTTPError) {
            guard CurlGlobal.isReady else { throw .outOfMemory }
            let handle = try EasyHandle()
            self.handle = handle
            try unsafe handle.set(CURLOPT_ERRORBUFFER, pointer: errorText)
            for recipient in envelope.recipients { try recipients.append(recipient) }
            try configure(handle, recipients)
            let code = unsafe curl_easy_perform(handle.pointer)
            return unsafe end(by: code, handle, text: String(cString: errorText))
        } catch {
            return .failed(error)
        }
    }

    private func end(by code: CURLcode, _ handle: EasyHandle, text: String) -> MailTransferEnd {
        if let verdict { return .failed(verdict) }
        switch code {
        case CURLE_OK: return .complete
        case CURLE_USE_SSL_FAILED: return .noEncryption
        case CURLE_LOGIN_DENIED: return .noSignIn
        case CURLE_ABORTED_BY_CALLBACK:
            return .failed(HTTPError(.cancelled, place: envelope.place, detail: "the task was cancelled", phase: phase))
        default:
            let failure = CurlFailure(code, handle, text: text)
            return .failed(
                HTTPError(failure.kind(phase), place: envelope.place, detail: failure.detail(phase), phase: phase))
        }
    }

    private var phase: HTTPError.Phase {
        guard let handle, handle.offset(CURLINFO_NAMELOOKUP_TIME_T) > 0 else { return .resolving }
        return handle.long(CURLINFO_LOCAL_PORT) == 0 ? .connecting : taken > 0 ? .sending : .waiting
    }

    private func configure(_ handle: EasyHandle, _ recipients: HeaderList) throws(HTTPError) {
        // The path is how libcurl names itself in EHLO: an address literal, as mail programs do, and not this machine's name.
        try handle.set(CURLOPT_URL, "\(envelope.place)/%5B127.0.0.1%5D")
        try handle.set(CURLOPT_PROTOCOLS_STR, "smtp,smtps")
        try handle.set(CURLOPT_PROXY, "")
        try handle.set(CURLOPT_NOSIGNAL, true)
        try handle.set(CURLOPT_QUICK_EXIT, true)
        try handle.set(CURLOPT_CONNECTTIMEOUT_MS, envelope.deadlines.connect.wholeMilliseconds)
        if let total = envelope.deadlines.total { try handle.set(CURLOPT_TIMEOUT_MS, total.wholeMilliseconds) }
        if envelope.encryption != .none {
            // Else libcurl goes on in the clear where a server, or somebody between, leaves STARTTLS out.
            try handle.set(CURLOPT_USE_SSL, Int(CURLUSESSL_ALL.rawValue))
            try handle.secure(by: envelope.tls)
            if let (user, password) = envelope.credentials {
                // The password is protected by TLS; NTLM and the like would add nothing but their weaknesses.
                try handle.set(CURLOPT_LOGIN_OPTIONS, "AUTH=PLAIN;AUTH=LOGIN")
                try handle.set(CURLOPT_USERNAME, user)
                try password.withText { text throws(HTTPError) in try handle.set(CURLOPT_PASSWORD, text) }
            }
        }
        try handle.set(CURLOPT_MAIL_FROM, envelope.sender)
        try unsafe handle.set(CURLOPT_MAIL_RCPT, pointer: recipients.pointer)
        // One address that is refused must not hide what is said of the others: the witness decides whether it goes on.
        try handle.set(CURLOPT_MAIL_RCPT_ALLLOWFAILS, true)
        // A mail is seldom, and a kept connection would say goodbye later, with no callback of ours that could end it.
        try handle.set(CURLOPT_FRESH_CONNECT, true)
        try handle.set(CURLOPT_FORBID_REUSE, true)
        try handle.set(CURLOPT_UPLOAD, true)
        try handle.set(CURLOPT_INFILESIZE_LARGE, offset: envelope.message.count)
        try configureCallbacks(handle)
    }

    // MARK: events from libcurl

    /// Whether libcurl is to hang up. It asks every second at least, wherever it waits.
    var isToEnd: Bool {
        // libcurl has a limit of its own, which it does not look at while it waits for the reply to the last dot.
        if let due, .now >= due, !witness.isSettled {
            verdict =
                verdict
                ?? HTTPError(
                    .timedOut(phase), place: envelope.place, detail: "time limit reached", phase: phase)
            return true
        }
        if witness.isSettled {
            let since = settledAt ?? .now
            settledAt = since
            if .now - since > Self.farewell { return true }
        }
        return isCancelled.load(ordering: .acquiring)
    }

    /// - Returns: how many bytes were copied; `nil` to hang up without the last dot.
    func fill(_ buffer: UnsafeMutableRawBufferPointer) -> Int? {
        if taken == 0, !witness.mayBegin() { return nil }
        let count = min(buffer.count, envelope.message.count - taken)
        unsafe envelope.message.withUnsafeBytes { message in
            unsafe buffer.copyMemory(from: UnsafeRawBufferPointer(rebasing: message[taken..<taken + count]))
        }
        taken += count
        // libcurl writes the dot as soon as it has as many bytes as were announced.
        if taken == envelope.message.count { witness.contentEnded() }
        return count
    }

    /// Whether the message may go to this address; remembers the refusal.
    func mayUse(_ address: IPAddress?) -> Bool {
        if envelope.addresses == .any { return true }
        guard let address else { return false }
        guard envelope.addresses.allows(address) else {
            verdict = HTTPError(
                .forbiddenAddress, place: envelope.place, detail: "\(envelope.host) leads to \(address)",
                phase: .connecting)
            return false
        }
        // A name may lead to several: what comes of this one counts.
        verdict = nil
        return true
    }
}
