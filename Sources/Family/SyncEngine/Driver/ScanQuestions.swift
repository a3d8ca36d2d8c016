import AllowanceAPI
import Store

/// Asks the server what a scan wants to know, unless that was asked early.
struct ScanQuestions: Sendable {
    /// Lists that are read at the same time.
    static let limit = 4

    /// An answer to one of the scan's questions.
    enum Answer: Sendable {
        case children(Result<Reply<[Child]>, FactError>)
        case transactions(ChildRow.ID, Result<Reply<[Transaction]>, FactError>)
    }

    typealias Answers = ThrowingTaskGroup<Answer, any Error>

    private let source: any FactSource
    /// What was asked already.
    private var early: EarlyReading?

    init(source: any FactSource, early: EarlyReading?) {
        self.source = source
        self.early = early
    }

    func askForChildren(_ answers: inout Answers) {
        answers.addTask { [source] in
            do throws(FactError) { return .children(.success(try await source.listedChildren())) } catch {
                return .children(.failure(error))
            }
        }
    }

    mutating func askForTransactions(of child: ChildRow.ID, limit: Int, _ answers: inout Answers) {
        if let reply = early?.take(child, limit: limit) {
            answers.addTask {
                await withTaskCancellationHandler {
                    .transactions(child, await reply.value)
                } onCancel: {
                    reply.cancel()
                }
            }
            return
        }
        answers.addTask { [source] in
            do throws(FactError) {
                return .transactions(child, .success(try await source.listedTransactions(of: child, limit: limit)))
            } catch {
                return .transactions(child, .failure(error))
            }
        }
    }
}
