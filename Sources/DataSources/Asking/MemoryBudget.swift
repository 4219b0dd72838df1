import Networking
import Synchronization
public import Values

/// The room for the answers of one record, one list or one command: a server may have no end of them, and each of its pages may be as large
/// as an answer may be.
///
/// A value counts as `JSON.memory` reckons it.
///
/// ```swift
/// let budget = MemoryBudget()
/// repeat {
///   let page = try await page(from: entries.count)
///   entries += page.entries
/// } while page.hasMore && budget.take(page.entries)
/// ```
public final class MemoryBudget: Sendable {
  /// All the room, in bytes of memory.
  public let memory: Int
  /// The memory of what was there before, in bytes.
  private let before: Int
  private let taken: Mutex<Int>

  /// The memory for the responses of a screen, a list or a command: 16 MiB, or less on a machine
  /// with little memory. The rows made of the responses take as much again, and more.
  public static let usualMemory = MachineMemory.limit(16 << 20)

  /// The room of a record that is saved complete, of which a long life leaves much: 160 MiB, which
  /// are written to a file as they come: with the last pages no more than a file may have.
  public static let recordSize = 160 << 20

  /// Creates a room with nothing in it, of the usual size unless another is given.
  public init(memory: Int = usualMemory) {
    self.memory = memory
    before = 0
    taken = Mutex(0)
  }

  /// Creates a room with answers in it that were there before.
  init(memory: Int, before: Int) {
    self.memory = memory
    self.before = before
    taken = Mutex(before)
  }

  /// The memory of what has come since, in bytes.
  var added: Int { used - before }

  /// The memory of all that is in it, in bytes.
  public var used: Int { taken.withLock { $0 } }

  /// True if there is no room for another answer.
  public var isFull: Bool { used >= memory }

  /// Takes the room of answers that have come. Returns false if there is none for another.
  @discardableResult public func take(_ answers: [JSON]) -> Bool {
    take(answers.reduce(0) { $0 + $1.memory })
  }

  /// Takes so many bytes. Returns false if there is no room for another answer.
  @discardableResult func take(_ size: Int) -> Bool {
    taken.withLock { taken in
      taken += size
      return taken < memory
    }
  }

  /// Gives all the room back: the answers were forgotten.
  func giveBack() { taken.withLock { $0 = 0 } }
}

/// A source whose answers have no more than a room. Once it is full nothing more is asked.
struct BudgetedSource: DataSource {
  let source: any DataSource
  let budget: MemoryBudget

  nonisolated(nonsending) func answer(to question: DataRequest) async throws -> ServerResponse {
    if budget.isFull { throw MemoryBudgetExceeded(memory: budget.memory) }
    let answer = try await source.answer(to: question)
    budget.take([answer.json])
    return answer
  }
}
