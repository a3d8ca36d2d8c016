import JSON
import SignalRServer
import Values

extension HubArguments {
    /// A whole number of 32 bits, as the genuine server's methods take.
    func int32(_ index: Int) throws(HubFailure) -> Int32 {
        try value(index) { bytes, cursor throws(JSONError) in
            let start = cursor.offset
            guard let number = Int32(exactly: try cursor.intValue(bytes)) else {
                throw JSONError(.wrongValue, at: start, expected: "a whole number of at most 32 bits")
            }
            return number
        }
    }

    /// A decimal with the digits that were sent.
    func decimal(_ index: Int) throws(HubFailure) -> Decimal {
        try value(index) { bytes, cursor throws(JSONError) in try cursor.decimalValue(bytes) }
    }
}
