/// How both ends of a connection compress, once they have agreed that they do (RFC 7692).
package struct DeflateAgreement: Sendable, Equatable {
    /// How one end compresses.
    struct Side: Sendable, Equatable {
        /// Whether its messages may refer to those before them.
        var keepsContext: Bool
        /// Bits of its window, 8...15.
        var windowBits: Int
    }

    var client: Side
    var server: Side
    /// Bytes of a message below which this end sends it as it is; that is nobody else's business.
    var minimumBytes: Int

    /// What a client says for `wish`.
    static func offer(_ wish: WebSocketCompression) -> WebSocketExtension {
        var parameters = DeflateParameters()
        parameters.serverForgets = !wish.keepsContext
        parameters.clientForgets = !wish.keepsContext
        parameters.serverBits = wish.windowBits < 15 ? wish.windowBits : nil
        // A server that wants to spare itself a large window may say so.
        parameters.namesClientBits = true
        return parameters.element
    }

    /// What a server answers to the first offer that it can take; nil if there is none: then nothing is compressed.
    static func answer(
        to offers: [WebSocketExtension], _ wish: WebSocketCompression
    ) -> (agreement: DeflateAgreement, element: WebSocketExtension)? {
        for offer in offers where offer.name == DeflateParameters.name {
            guard let offered = DeflateParameters(offer.parameters, isOffer: true) else { continue }
            var answered = DeflateParameters()
            answered.serverForgets = offered.serverForgets || !wish.keepsContext
            // Not only where it was offered: a server may always ask for it (RFC 7692, 7.1.1.2).
            answered.clientForgets = offered.clientForgets || !wish.keepsContext
            if offered.serverBits != nil || wish.windowBits < 15 {
                answered.serverBits = min(offered.serverBits ?? 15, wish.windowBits)
            }
            // A client that did not name its bits does not know the parameter (RFC 7692, 7.1.2.2).
            if offered.namesClientBits, wish.windowBits < offered.clientBits ?? 15 {
                answered.namesClientBits = true
                answered.clientBits = wish.windowBits
            }
            var agreement = DeflateAgreement(answered, wish)
            agreement.client.windowBits = answered.clientBits ?? offered.clientBits ?? 15
            return (agreement, answered.element)
        }
        return nil
    }

    /// What a client has agreed to by its offer for `wish`; nil if the server does not compress.
    static func accept(
        _ answers: [WebSocketExtension], _ wish: WebSocketCompression
    ) throws(Refusal) -> DeflateAgreement? {
        guard let answer = answers.first else { return nil }
        guard answers.count == 1, answer.name == DeflateParameters.name else { throw .notOffered }
        guard let answered = DeflateParameters(answer.parameters, isOffer: false) else { throw .badParameters }
        // An answer must keep to what the offer asked for (RFC 7692, 7.1.1.1 and 7.1.2.1).
        guard answered.serverForgets || wish.keepsContext else { throw .missing("server_no_context_takeover") }
        guard wish.windowBits == 15 || answered.serverBits ?? 15 <= wish.windowBits else {
            throw .missing("server_max_window_bits=\(wish.windowBits)")
        }
        return DeflateAgreement(answered, wish)
    }

    private init(_ answered: DeflateParameters, _ wish: WebSocketCompression) {
        client = Side(
            keepsContext: !answered.clientForgets && wish.keepsContext, windowBits: answered.clientBits ?? 15)
        server = Side(keepsContext: !answered.serverForgets, windowBits: answered.serverBits ?? 15)
        minimumBytes = wish.minimumBytes
    }

    init(client: Side, server: Side, minimumBytes: Int) {
        self.client = client
        self.server = server
        self.minimumBytes = minimumBytes
    }

    /// Why a client can't go on after a server's answer.
    enum Refusal: Error, Equatable {
        case notOffered
        case badParameters
        /// The server left out, or weakened, what the offer asked for.
        case missing(String)

        var detail: String {
            switch self {
            case .notOffered: "an extension nobody asked for"
            case .badParameters: "parameters of permessage-deflate that RFC 7692 does not allow"
            case .missing(let parameter): "permessage-deflate without \(parameter), which was asked for"
            }
        }
    }
}
