import Testing
import Values

@testable import Relay

@Suite("A rate")
struct RateBucketTests {
    @Test("a burst goes through at once, then as many as fit into any stretch of that length")
    func burst() {
        var bucket = RateBucket([RateLimit(5, per: .seconds(2))])
        #expect(bucket.room(at: .seconds(9)) == 5)
        let burst = (1...6).map { _ in bucket.take(at: .seconds(10)) }
        #expect(burst == [true, true, true, true, true, false] && bucket.room(at: .seconds(10)) == 0)
        #expect(bucket.wait(at: .seconds(11)) == .seconds(1))
        let (soon, later) = (bucket.take(at: .milliseconds(11_999)), bucket.take(at: .seconds(12)))
        #expect(!soon && later && bucket.room(at: .seconds(12)) == 4)
    }

    @Test("of several limits the strictest counts, each in its own time")
    func several() {
        var bucket = RateBucket([RateLimit(2, per: .seconds(1)), RateLimit(3, per: .seconds(60))])
        let burst = (1...3).map { _ in bucket.take(at: .zero) }
        #expect(burst == [true, true, false] && bucket.wait(at: .zero) == .seconds(1))
        let rest = [1, 59, 60].map { bucket.take(at: .seconds($0)) }
        #expect(rest == [true, false, true] && bucket.wait(at: .seconds(61)) == .zero)
    }

    @Test("whatever comes when, no stretch has more than its limit, and none waits longer than it must")
    func never() {
        var numbers = SeededNumbers(seed: 7)
        let limits = [RateLimit(4, per: .seconds(4)), RateLimit(20, per: .seconds(60))]
        var (bucket, now, sent) = (RateBucket(limits), Duration.zero, [Duration]())
        for _ in 1...5_000 {
            now += .milliseconds(Int.random(in: 0...900, using: &numbers))
            let wait = bucket.wait(at: now)
            let isFree = bucket.take(at: now)
            #expect(isFree == (wait <= .zero))
            if isFree { sent.append(now) }
            let mayBeSent = limits.allSatisfy { limit in sent.count { $0 + limit.period > now } <= limit.count }
            #expect(mayBeSent)
            guard !isFree else { continue }
            var later = bucket
            let (early, due) = (later.take(at: now + wait - .microseconds(1)), later.take(at: now + wait))
            #expect(!early && due)
        }
        #expect(bucket.sent.count == 20, "no more is kept than the largest limit needs")
    }

    @Test("targets of one key share a bucket, also after a reload; those of another have their own")
    func shared() {
        let gates = RateGates()
        func rate(_ text: String) -> TargetRate { TargetRate(RateKey(Secret(text)), RateLimit(1, per: .seconds(1))) }
        #expect(gates.gate(for: rate("a"))?.take(at: .zero) == true)
        #expect(gates.gate(for: rate("a"))?.take(at: .zero) == false)
        #expect(gates.gate(for: rate("a"))?.wait(at: .zero) == .seconds(1))
        #expect(gates.gate(for: rate("b"))?.take(at: .zero) == true)
        #expect(gates.gate(for: nil) == nil)
        #expect(RateKey(Secret("a"), Secret("b")) != RateKey(Secret("ab"), Secret("")))
        #expect(!"\(rate("hush"))".contains("hush"))
    }
}

/// The same numbers at every run.
private struct SeededNumbers: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = (state ^ (state >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}
