import CCurl
package import HTTPMessages
import Runtime
import Values

/// A complete response.
package struct HTTPClientResponse: Sendable {
    /// Of the final answer, behind all redirects that were followed.
    package let head: HTTPResponseHead
    /// Decompressed.
    package let body: [UInt8]

    /// 100...999.
    package var status: Int { head.status }
    /// In the order in which they came.
    package var headers: HTTPHeaders { head.headers }
}

extension HTTPResponseHead {
    /// How long the server asks to wait, from `Retry-After`: whole or decimal seconds, or an HTTP date (then relative to
    /// `now`, never negative). `nil` if the header is missing or unreadable; waits above a year count as unreadable.
    ///
    /// - Parameter now: seconds since 1970, UTC; `nil` reads the system clock.
    package func retryAfter(now: Int? = nil) -> Duration? {
        guard let value = headers["Retry-After"] else { return nil }
        let year = 366.0 * 86_400
        if let first = value.utf8.first, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(first) {
            // Double also reads "1e3" and "0x10"; the header knows neither.
            guard
                value.utf8.allSatisfy({
                    $0 == UInt8(ascii: ".") || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0)
                }),
                let seconds = Double(value), seconds <= year
            else { return nil }
            return .milliseconds((seconds * 1_000).rounded(.up))
        }
        let date = unsafe curl_getdate(value, nil)
        guard date != -1 else { return nil }
        let wait = max(0, date - (now ?? Int(WallClock.system.now.seconds)))
        return wait <= Int(year) ? .seconds(wait) : nil
    }
}
