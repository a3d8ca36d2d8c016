/// A call that is under way beside what the case does.
struct Call: Sendable {
    let task: Task<Result<String, ClientFailure>, Never>

    init(_ client: any ClientUnderTest, _ method: String = "m", _ arguments: [String] = [], uploading: [Upload] = []) {
        task = Task {
            do throws(ClientFailure) {
                return .success(try await client.invoke(method, arguments, uploading: uploading))
            } catch {
                return .failure(error)
            }
        }
    }

    func cancel() { task.cancel() }

    func outcome() async throws -> Result<String, ClientFailure> {
        try await within("end of a call") { await task.value }
    }

    func result() async throws -> String { try await outcome().get() }

    func failure() async throws -> ClientFailure {
        switch try await outcome() {
        case .success(let json): throw Disproof(description: "the call gave \(json)")
        case .failure(let failure): return failure
        }
    }
}
