import Controllers
public import Core
public import FoundationEssentials
public import Networking
import Synchronization

/// A limit on the memory for all responses of one screen, list or command together. It is needed
/// because a server may send any number of large pages.
///
/// The size of a response is its `JSON.memory`.
///
/// ```swift
/// let budget = MemoryBudget()
/// repeat {
///   let page = try await page(from: entries.count)
///   entries += page.entries
/// } while page.hasMore && budget.take(page.entries)
/// ```
public final class MemoryBudget: Sendable {
  /// The size of the budget, in bytes.
  public let memory: Int
  /// The memory already used by earlier responses, in bytes.
  private let before: Int
  private let taken: Mutex<Int>

  /// The default budget for a screen, list or command, in bytes: 16 MiB, or less on a machine with
  /// little memory. The rows made from the responses need at least the same amount in addition.
  public static let usualMemory = MachineMemory.limit(16 << 20)

  /// The default budget for making an offline copy, in bytes: 160 MiB. With the last pages, a copy
  /// of this size stays below the size limit of a file.
  public static let recordSize = 160 << 20

  /// Creates a budget of the given size, in bytes, of which nothing is used yet.
  public init(memory: Int = usualMemory) {
    self.memory = memory
    before = 0
    taken = Mutex(0)
  }

  init(memory: Int, before: Int) {
    self.memory = memory
    self.before = before
    taken = Mutex(before)
  }

  var added: Int { used - before }

  /// The memory of the responses counted so far, in bytes.
  public var used: Int { taken.withLock { $0 } }

  /// Whether the responses counted so far use up the budget.
  public var isFull: Bool { used >= memory }

  /// Counts the memory of responses. Returns whether memory is left for further responses.
  @discardableResult public func take(_ responses: [JSON]) -> Bool {
    take(responses.reduce(0) { $0 + $1.memory })
  }

  @discardableResult func take(_ size: Int) -> Bool {
    taken.withLock { taken in
      taken += size
      return taken < memory
    }
  }

  func giveBack() { taken.withLock { $0 = 0 } }
}

/// Limits a source to a memory budget. Once it is used up, requests fail without being sent.
struct BudgetedSource: DataSource {
  let source: any DataSource
  let budget: MemoryBudget

  nonisolated(nonsending) func response(to request: DataRequest) async throws -> ServerResponse {
    if budget.isFull { throw MemoryBudgetExceeded(memory: budget.memory) }
    let response = try await source.response(to: request)
    budget.take([response.json])
    return response
  }
}

/// The error if the responses for one screen, list or offline copy exceed their memory budget.
public struct MemoryBudgetExceeded: Error, Hashable, Sendable {
  /// The size of the budget that was exceeded, in bytes.
  public let memory: Int

  /// Creates an error for a budget of the given size, in bytes.
  ///
  ///     throw MemoryBudgetExceeded(memory: budget.memory)
  public init(memory: Int = MemoryBudget().memory) { self.memory = memory }
}

extension MemoryBudgetExceeded: ServerError {
  public var category: HTTPError.Category { .incompleteResponse }
}

extension MemoryBudgetExceeded: LocalizedError {
  /// The error as a sentence for the user, with the limit in MiB.
  public var errorDescription: String? {
    "The response exceeds the memory limit of \(memory >> 20) MiB."
  }

  /// A sentence that suggests to the user whom to contact.
  public var recoverySuggestion: String? { "Contact the server's administrator." }
}

/// The memory that each page of a list uses. A reloaded page replaces the previous one.
final class BudgetedPages: Sendable {
  private let memory: Int
  private let pages = Mutex<[Int: Int]>([:])

  init(memory: Int = MemoryBudget().memory) { self.memory = memory }

  /// Returns the budget for a page, of which the other pages use their part.
  func budget(forPageAt start: Int) -> MemoryBudget {
    let others = pages.withLock { $0.reduce(0) { $0 + ($1.key == start ? 0 : $1.value) } }
    return MemoryBudget(memory: memory, before: others)
  }

  func note(pageAt start: Int, in budget: MemoryBudget) {
    guard budget.added > 0 else { return }
    pages.withLock { $0[start] = budget.added }
  }
}
