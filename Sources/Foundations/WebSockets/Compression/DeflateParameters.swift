/// The parameters of permessage-deflate as one end names them (RFC 7692, 7.1).
struct DeflateParameters: Equatable {
    /// The server forgets each message before it compresses the next.
    var serverForgets = false
    /// The client does.
    var clientForgets = false
    /// Bits of the window with which the server compresses, 8...15.
    var serverBits: Int?
    /// Whether the client's bits are named; in an offer that need not be with a value.
    var namesClientBits = false
    /// Bits of the window with which the client compresses, 8...15.
    var clientBits: Int?

    static let name = "permessage-deflate"

    init() {}

    /// nil if one is unknown, stands twice, or has a value that it must not have (RFC 7692, 7.1).
    /// - Parameter isOffer: whether the client names them, which may leave its own bits open.
    init?(_ parameters: [WebSocketExtension.Parameter], isOffer: Bool) {
        var names = Set<String>()
        for parameter in parameters {
            guard names.insert(parameter.name).inserted, take(parameter, isOffer: isOffer) else { return nil }
        }
    }

    private mutating func take(_ parameter: WebSocketExtension.Parameter, isOffer: Bool) -> Bool {
        switch parameter.name {
        case "server_no_context_takeover":
            serverForgets = true
            return parameter.value == nil
        case "client_no_context_takeover":
            clientForgets = true
            return parameter.value == nil
        case "server_max_window_bits":
            serverBits = Self.bits(parameter.value)
            return serverBits != nil
        case "client_max_window_bits":
            namesClientBits = true
            clientBits = Self.bits(parameter.value)
            return clientBits != nil || isOffer && parameter.value == nil
        default: return false
        }
    }

    /// Decimal, without leading zeros.
    private static func bits(_ value: String?) -> Int? { (8...15).first { String($0) == value } }

    /// As an element of a field.
    var element: WebSocketExtension {
        var parameters: [WebSocketExtension.Parameter] = []
        if serverForgets { parameters.append(.init("server_no_context_takeover")) }
        if clientForgets { parameters.append(.init("client_no_context_takeover")) }
        if let serverBits { parameters.append(.init("server_max_window_bits", String(serverBits))) }
        if namesClientBits { parameters.append(.init("client_max_window_bits", clientBits.map { String($0) })) }
        return WebSocketExtension(name: Self.name, parameters: parameters)
    }
}
