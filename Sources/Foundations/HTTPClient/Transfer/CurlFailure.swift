import CCurl
import Glibc
import Values

/// What libcurl knows about a failed transfer, copied out of the handle.
struct CurlFailure: Sendable {
    let code: CURLcode
    let text: String
    /// OpenSSL's X509_V_ERR number; 0 if nothing was verified, 1 (unspecified) until the verification is complete.
    let verifyResult: Int
    let systemError: Int32
    /// Status of the proxy's answer to CONNECT, 0 without one.
    let proxyStatus: Int

    init(_ code: CURLcode, _ handle: EasyHandle, text: String) {
        self.code = code
        self.text = unsafe text.isEmpty ? String(cString: curl_easy_strerror(code)) : text
        verifyResult = handle.long(CURLINFO_SSL_VERIFYRESULT)
        systemError = Int32(truncatingIfNeeded: handle.long(CURLINFO_OS_ERRNO))
        proxyStatus = handle.long(CURLINFO_HTTP_CONNECTCODE)
    }

    /// libcurl's words, or the system's where they say more.
    func detail(_ phase: HTTPError.Phase) -> String {
        if verifyResult > 1 { return "certificate refused, X509 error \(verifyResult)" }
        let kind = kind(phase)
        // libcurl's own words are of memory.
        if kind == .tooLarge(.head) { return "a field of the answer's head is too long" }
        guard kind == .unreachable || kind == .refused, systemError != 0 else { return text }
        return SystemError(systemError).description
    }

    func kind(_ phase: HTTPError.Phase) -> HTTPError.Kind {
        if proxyStatus >= 300 { return .proxy }
        if isCertificateAlert { return .tls(.clientCertificate) }
        switch code {
        case CURLE_URL_MALFORMAT: return .badURL
        case CURLE_COULDNT_RESOLVE_HOST: return .nameNotFound
        case CURLE_COULDNT_RESOLVE_PROXY, CURLE_PROXY: return .proxy
        case CURLE_COULDNT_CONNECT: return systemError == ECONNREFUSED ? .refused : .unreachable
        case CURLE_OPERATION_TIMEDOUT: return .timedOut(phase)
        case CURLE_PEER_FAILED_VERIFICATION, CURLE_SSL_ISSUER_ERROR: return .tls(certificateFailure)
        case CURLE_SSL_CONNECT_ERROR where isCutOff: return .connectionLost
        case CURLE_SSL_CONNECT_ERROR, CURLE_SSL_CIPHER: return .tls(isNotTLS ? .notTLS : .handshake)
        // How this version says that one header line is above 100 KiB.
        case CURLE_OUT_OF_MEMORY where phase == .waiting: return .tooLarge(.head)
        case CURLE_SSL_CACERT_BADFILE, CURLE_SSL_CERTPROBLEM: return .tls(.badFile)
        case CURLE_GOT_NOTHING, CURLE_PARTIAL_FILE, CURLE_RECV_ERROR, CURLE_SEND_ERROR: return .connectionLost
        // URLs are checked before, so an unsupported protocol means an answer that is not HTTP/1.0 or later.
        case CURLE_UNSUPPORTED_PROTOCOL, CURLE_WEIRD_SERVER_REPLY, CURLE_HTTP2, CURLE_HTTP2_STREAM,
            CURLE_BAD_CONTENT_ENCODING:
            return .protocolViolation
        default: return .other(code: Int(code.rawValue))
        }
    }

    /// libcurl checks the host name itself, after OpenSSL accepted the chain, and leaves the verify result at 1 then.
    private var certificateFailure: TLSFailure {
        switch verifyResult {
        case 0, 1: text.contains(text: "subject name") ? .wrongHost : .untrusted
        default: TLSFailure(verification: verifyResult)
        }
    }

    /// The peer hung up in the middle of the handshake, as one that restarts does.
    private var isCutOff: Bool {
        text.contains(text: "SSL_ERROR_SYSCALL") || text.contains(text: "unexpected eof")
            || text.contains(text: "reset by peer")
    }

    /// With TLS 1.3 the refusal comes after the client's side of the handshake, as a failed read.
    private var isCertificateAlert: Bool {
        [CURLE_RECV_ERROR, CURLE_SEND_ERROR, CURLE_SSL_CONNECT_ERROR].contains(code)
            && (text.contains(text: "alert certificate") || text.contains(text: "alert bad certificate")
                || text.contains(text: "alert unsupported certificate") || text.contains(text: "alert unknown ca"))
    }

    private var isNotTLS: Bool {
        text.contains(text: "wrong version number") || text.contains(text: "packet length too long")
            || text.contains(text: "http request")
    }
}
