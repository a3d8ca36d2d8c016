import FoundationEssentials

/// How a `JSONDecoder` is set, as far as ours does the same.
struct DecodingSettings: Sendable {
    enum Dates: Sendable {
        /// As official servers write them.
        case moments
        case standard(JSONDecoder.DateDecodingStrategy)
    }

    let dates: Dates
    let data: JSONDecoder.DataDecodingStrategy
    let userInfo: [CodingUserInfoKey: any Sendable]

    /// - Returns: `nil` for a decoder that renames keys, reads JSON5 or words for numbers, or has overrides: it does the work itself.
    init?(_ decoder: JSONDecoder, dates: Dates? = nil) {
        guard type(of: decoder) == JSONDecoder.self, !decoder.allowsJSON5, !decoder.assumesTopLevelDictionary,
            case .useDefaultKeys = decoder.keyDecodingStrategy, case .throw = decoder.nonConformingFloatDecodingStrategy
        else { return nil }
        switch decoder.dateDecodingStrategy {
        case .deferredToDate, .secondsSince1970, .millisecondsSince1970, .iso8601, .custom: break
        @unknown default: return nil
        }
        switch decoder.dataDecodingStrategy {
        case .deferredToData, .base64, .custom: break
        @unknown default: return nil
        }
        self.dates = dates ?? .standard(decoder.dateDecodingStrategy)
        data = decoder.dataDecodingStrategy
        userInfo = decoder.userInfo
    }
}
