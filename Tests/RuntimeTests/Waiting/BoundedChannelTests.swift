import Runtime
import Testing

@Suite("A bounded channel", .timeLimit(.minutes(1)))
struct BoundedChannelTests {
    private struct Broken: Error {}

    private let channel = BoundedChannel<Int>(limit: 3)

    @Test("gives the elements in order, also those that came before anybody waited")
    func order() async throws {
        for number in 0..<1_000 { channel.push(number) }
        for number in 0..<1_000 { #expect(try await channel.next() == number) }
        #expect(channel.take() == nil)
        #expect(channel.backlog == 0)
    }

    @Test("wakes the consumer that waits")
    func waiting() async throws {
        let consumer = Task { [channel] in try await channel.next() }
        await Task.yield()
        channel.push(7)
        #expect(try await consumer.value == 7)
    }

    @Test("lets producers wait while the costs reach the limit; the element that reaches it is still taken")
    func room() async throws {
        #expect(channel.push(1, cost: 2))
        #expect(!channel.push(2, cost: 2))
        #expect(!channel.hasRoom && channel.backlog == 4)
        let producer = Task { [channel] in await channel.put(3) }
        await eventually { channel.backlog == 5 }
        #expect(channel.take() == 1)
        // 3 are left: not yet.
        #expect(!channel.hasRoom)
        #expect(channel.take() == 2)
        await producer.value
        #expect(try await channel.next() == 3)
    }

    @Test("lets a cancelled producer go, and keeps its element", arguments: [true, false])
    func cancelledProducer(_ isEarly: Bool) async throws {
        channel.push(1, cost: 3)
        let producer = Task { [channel] in
            if isEarly { await eventually { Task.isCancelled } }
            await channel.put(2)
        }
        if !isEarly { await eventually { channel.backlog == 4 } }
        producer.cancel()
        await producer.value
        #expect(channel.take() == 1)
        #expect(channel.take() == 2)
    }

    @Test("lets producers look again when it is asked to, and lets an urgent one pass")
    func urgent() async {
        channel.push(1, cost: 3)
        await channel.waitForRoom { true }
        let looks = Lock(0)
        let producer = Task { [channel] in
            await channel.waitForRoom {
                looks.withLock { $0 += 1 }
                return false
            }
        }
        await eventually { looks.withLock { $0 } == 1 }
        // As often as it takes: who is about to wait is not woken yet.
        let waker = Task { [channel] in
            while !Task.isCancelled {
                channel.wakeProducers()
                await Task.yield()
            }
        }
        await producer.value
        waker.cancel()
    }

    @Test("gives a cancelled consumer what waits, then the cancellation", arguments: [true, false])
    func cancelledConsumer(_ isEarly: Bool) async {
        channel.push(1)
        let hasFirst = Promise<Void, Never>()
        let consumer = Task { [channel] in
            if isEarly { await eventually { Task.isCancelled } }
            #expect(try await channel.next() == 1)
            hasFirst.keep()
            return try await channel.next()
        }
        if !isEarly { await hasFirst.valueEvenIfCancelled() }
        consumer.cancel()
        await #expect(throws: CancellationError.self) { try await consumer.value }
    }

    @Test("gives who waits longest the next element, of several consumers")
    func consumers() async throws {
        let consumers = await waiting(3)
        for number in 0..<3 { #expect(channel.push(number) && channel.backlog == 0) }
        for (number, consumer) in consumers.enumerated() { #expect(try await consumer.value == number) }
    }

    @Test("lets a cancelled consumer go and gives the others what comes", arguments: 0..<3)
    func cancelledConsumer(of several: Int) async throws {
        let consumers = await waiting(3)
        consumers[several].cancel()
        await #expect(throws: CancellationError.self) { try await consumers[several].value }
        #expect(channel.waitingConsumers == 2)
        channel.push(7)
        channel.push(8)
        channel.push(9)
        let others = consumers.indices.filter { $0 != several }
        #expect(try await consumers[others[0]].value == 7)
        #expect(try await consumers[others[1]].value == 8)
        #expect(channel.take() == 9)
    }

    @Test("tells all consumers of the end", arguments: [true, false])
    func endOfSeveral(_ fails: Bool) async throws {
        let consumers = await waiting(2)
        channel.finish(throwing: fails ? Broken() : nil)
        for consumer in consumers {
            if fails {
                await #expect(throws: Broken.self) { try await consumer.value }
            } else {
                #expect(try await consumer.value == nil)
            }
        }
        #expect(channel.waitingConsumers == 0)
    }

    @Test("tells who polls beside a task that waits, and gives the element to the task")
    func pollingBeside() async throws {
        let calls = Lock(0)
        #expect(channel.poll { calls.withLock { $0 += 1 } } == nil)
        let consumer = await waiting(1, behind: 1)[0]
        channel.push(1)
        #expect(try await consumer.value == 1)
        #expect(calls.withLock { $0 } == 1)
        #expect(channel.poll {} == nil)
        channel.push(2)
        #expect(channel.take() == 2)
    }

    /// Tasks that wait for an element, one behind the other.
    private func waiting(_ count: Int, behind others: Int = 0) async -> [Task<Int?, any Error>] {
        var consumers: [Task<Int?, any Error>] = []
        for number in 1...count {
            consumers.append(Task { [channel] in try await channel.next() })
            await eventually { channel.waitingConsumers == others + number }
        }
        return consumers
    }

    @Test("ends behind what waits, or at once; the first end counts")
    func ends() async throws {
        channel.push(1)
        channel.finish(throwing: Broken())
        channel.finish()
        #expect(channel.push(2) && channel.isFinished)
        #expect(try await channel.next() == 1)
        await #expect(throws: Broken.self) { try await channel.next() }
        let other = BoundedChannel<Int>(limit: 1)
        other.push(1)
        let producer = Task { await other.put(2) }
        await eventually { other.backlog == 2 }
        other.finish(droppingRest: true)
        await producer.value
        #expect(try await other.next() == nil)
    }

    @Test("calls who does not wait in a task, once, when there is something or the end")
    func polling() throws {
        let calls = Lock(0)
        let call: @Sendable () -> Void = { calls.withLock { $0 += 1 } }
        #expect(channel.poll(orCall: call) == nil)
        channel.push(1)
        channel.push(2)
        #expect(calls.withLock { $0 } == 1)
        #expect(try channel.poll(orCall: call)?.get() == 1)
        #expect(try channel.poll(orCall: call)?.get() == 2)
        #expect(channel.poll(orCall: call) == nil)
        channel.finish(throwing: Broken())
        #expect(calls.withLock { $0 } == 2)
        #expect(throws: Broken.self) { try channel.poll(orCall: call)?.get() }
    }

    @Test("hands over everything of many producers, each one's in its order, and never holds much more than its limit")
    func producers() async throws {
        let (producers, each) = (8, 500)
        async let pushing: Void = withDiscardingTaskGroup { group in
            for producer in 0..<producers {
                group.addTask { [channel] in for number in 0..<each { await channel.put(producer * each + number) } }
            }
        }
        var next = [Int](repeating: 0, count: producers)
        for _ in 0..<producers * each {
            let element = try #require(try await channel.next())
            #expect(element % each == next[element / each])
            next[element / each] += 1
            #expect(channel.backlog < 3 + producers)
        }
        await pushing
        #expect(next == [Int](repeating: each, count: producers) && channel.backlog == 0)
    }
}
