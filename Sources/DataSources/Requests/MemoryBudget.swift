import Controllers
public import Core
public import Foundation
public import Networking
import Synchronization

/// The memory budget for the responses of one record, list or command. It bounds their sum, because
/// a server may have any number of pages, each as large as a response may be.
///
/// A value's size is its `JSON.memory`.
///
/// ```swift
/// let budget = MemoryBudget()
/// repeat {
///   let page = try await page(from: entries.count)
///   entries += page.entries
/// } while page.hasMore && budget.take(page.entries)
/// ```
public final class MemoryBudget: Sendable {
  /// The budget, in bytes.
  public let memory: Int
  /// The memory already used by earlier responses, in bytes.
  private let before: Int
  private let taken: Mutex<Int>

  /// The budget for a screen, list or command: 16 MiB, or less on a machine with little memory. The
  /// rows made from the responses take at least as much again.
  public static let usualMemory = MachineMemory.limit(16 << 20)

  /// The budget for saving a record offline: 160 MiB. The responses are written to a file as they
  /// arrive, and with the last pages stay below the size limit of a file.
  public static let recordSize = 160 << 20

  /// Creates an unused budget of the given size.
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

  /// The memory of all responses, in bytes.
  public var used: Int { taken.withLock { $0 } }

  /// Whether the budget is used up.
  public var isFull: Bool { used >= memory }

  /// Adds the memory of responses. Returns false if the budget is used up.
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

/// The error if the responses about one record, or in one list, exceed the memory budget.
public struct MemoryBudgetExceeded: Error, Hashable, Sendable {
  /// The exceeded budget, in bytes.
  public let memory: Int

  /// Creates the error.
  ///
  ///     throw MemoryBudgetExceeded(memory: budget.memory)
  public init(memory: Int = MemoryBudget().memory) { self.memory = memory }
}

extension MemoryBudgetExceeded: ServerError {
  public var category: HTTPError.Category { .incompleteResponse }
}

extension MemoryBudgetExceeded: LocalizedError {
  /// The error as a sentence.
  public var errorDescription: String? {
    "The response exceeds the memory limit of \(memory >> 20) MiB."
  }

  /// A suggestion for the user.
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
