import CCurl
import Glibc
import Runtime
import Values

extension EasyHandle {
    /// Whom to trust and who to be: at least TLS 1.2, always verified.
    func secure(by tls: TLSSettings) throws(HTTPError) {
        try set(CURLOPT_SSLVERSION, CURL_SSLVERSION_TLSv1_2)
        switch tls.trust {
        // Only the compiled-in directory /etc/ssl/certs, where OpenSSL opens the one file it needs. With the bundle beside it,
        // libcurl reads all of the bundle for each new connection, 30 to 50 ms of this thread.
        case .system: try set(CURLOPT_CAINFO, String?.none)
        // The directory stays in force beside the file.
        case .systemAnd(let file): try set(CURLOPT_CAINFO, file)
        case .only(let file):
            try set(CURLOPT_CAINFO, file)
            try set(CURLOPT_CAPATH, String?.none)
            // Only here does libcurl keep what it has read, for a day: not longer than the file has been as it is.
            try set(CURLOPT_CA_CACHE_TIMEOUT, FileAge.seconds(of: file))
        }
        // A resumed session shows no certificate, so it would outlive the trust in the authority.
        try set(CURLOPT_SSL_SESSIONID_CACHE, false)
        if let own = tls.clientCertificate {
            try set(CURLOPT_SSLCERT, own.certificateFile)
            try set(CURLOPT_SSLKEY, own.keyFile)
            // Otherwise OpenSSL would ask the terminal for the passphrase of a key that has one, and everything waits.
            try set(CURLOPT_KEYPASSWD, "")
        }
    }
}

/// For how long a file has been as it is.
enum FileAge {
    /// Whole seconds since the file, or the link to it, last changed; at most a day, 0 where that is not known.
    static func seconds(of path: String) -> Int {
        var (file, link) = (stat(), stat())
        // Not the time of the last writing, which copies and packages set back.
        guard unsafe stat(path, &file) == 0, unsafe lstat(path, &link) == 0 else { return 0 }
        let changed = max(file.st_ctim.tv_sec, link.st_ctim.tv_sec)
        // The part of a second that has passed does not count.
        return min(max(Int(WallClock.system.now.seconds) - changed - 1, 0), 86_400)
    }
}
