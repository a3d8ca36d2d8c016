/// What to do with 301, 302, 303, 307 and 308.
package enum RedirectPolicy: Sendable, Hashable {
    /// Hand the 3xx response to the caller.
    case returnResponse
    /// Follow at most this many. Never from https to http. To another origin only harmless headers travel on, and a body
    /// never does.
    case follow(maximum: Int)
}
