import JSON

/// Runs a closure over the bytes of a text.
func withBytes<Value>(
    _ text: String, _ body: (borrowing JSONCursor.Bytes) throws(JSONError) -> Value
) throws(JSONError) -> Value {
    let bytes = Array(text.utf8)
    return try body(bytes.span)
}
