public import Controllers
public import Foundation
public import Screens

/// A problem with a server that has more to say of one record, or in one list, than there is room for.
public struct MemoryBudgetExceeded: Error, Hashable, Sendable {
  /// The room that the answers so far have filled, in bytes of memory.
  public let memory: Int

  /// Creates the problem.
  ///
  ///     throw MemoryBudgetExceeded(memory: budget.memory)
  public init(memory: Int = MemoryBudget().memory) { self.memory = memory }
}

extension MemoryBudgetExceeded: FetchError, SourceError {
  /// The answer can't be used: it is too large.
  public var absence: FetchFailure { .unusable }
  /// The standing of a screen whose answers are too large.
  public var dataStatus: Provenance.DataStatus { .badAnswer }
}

extension MemoryBudgetExceeded: LocalizedError {
  /// The problem in a sentence.
  public var errorDescription: String? {
    "The server has more of this than the \(memory >> 20) MiB that there is room for."
  }

  /// The advice for the person.
  public var recoverySuggestion: String? { "Tell who runs the server." }
}
