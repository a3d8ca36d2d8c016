/// Why a request is refused, as the status it is answered with. The connection closes after it: what follows a
/// malformed request on the wire cannot be trusted to be a request.
package struct HTTPParseError: Error, Equatable {
    package let status: HTTPStatus
    package let detail: String

    package init(_ status: HTTPStatus, _ detail: String) {
        self.status = status
        self.detail = detail
    }

    init(_ error: HTTPHeadError) {
        self.init(error.kind == .tooLarge ? .headerFieldsTooLarge : .badRequest, error.detail)
    }
}
