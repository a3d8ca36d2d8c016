import Testing

@testable import MQTT

@Suite("Bytes of a broker")
struct ReaderTests {}
