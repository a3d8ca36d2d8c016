package import JSON

/// What the simulated server answers, as a value.
package struct DemoAnswer: Sendable, Equatable {
    let status: Int
    /// `nil` for an empty body.
    package let contentType: String?
    let body: [UInt8]
    /// The only method that this path takes, for status 405.
    package let allow: String?
    /// Where a redirection leads.
    package let location: String?

    private init(
        _ status: Int, _ contentType: String? = nil, _ body: [UInt8] = [], allow: String? = nil, location: String? = nil
    ) {
        self.status = status
        self.contentType = contentType
        self.body = body
        self.allow = allow
        self.location = location
    }

    package static func json(_ value: some JSONWritable, status: Int = 200) -> DemoAnswer {
        DemoAnswer(status, "application/json; charset=utf-8", JSONFragment(value).bytes)
    }

    static func text(_ text: String) -> DemoAnswer { DemoAnswer(200, "text/plain", Array(text.utf8)) }

    static func page(_ text: String) -> DemoAnswer { DemoAnswer(200, "text/html", Array(text.utf8)) }

    /// A refusal in the words of chores.
    static func plain(_ status: Int, _ message: String) -> DemoAnswer {
        json(["error": .string(message)] as JSONValue, status: status)
    }

    static func picture(_ bytes: [UInt8]) -> DemoAnswer { DemoAnswer(200, "image/jpeg", bytes) }

    static func redirect(to location: String) -> DemoAnswer { DemoAnswer(302, location: location) }

    /// Nothing but the status: how the real server says most of what went wrong.
    package static func empty(_ status: Int, allow: String? = nil) -> DemoAnswer { DemoAnswer(status, allow: allow) }

    static func refusal(_ status: Int, code: String, message: String) -> DemoAnswer {
        json(["error": ["code": .string(code), "message": .string(message)]] as JSONValue, status: status)
    }

    /// A validation's failure.
    static func invalid(_ field: String, _ message: String) -> DemoAnswer {
        let problem: JSONValue = [
            "type": "https://tools.ietf.org/html/rfc9110#section-15.5.1",
            "title": "One or more validation errors occurred.", "status": 400,
            "errors": .object(JSONObject([JSONObject.Member(field, [.string(message)])])),
        ]
        return DemoAnswer(400, "application/problem+json; charset=utf-8", JSONFragment(problem).bytes)
    }
}
