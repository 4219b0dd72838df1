public import Controllers
public import Foundation
public import Screens

/// The error if the responses about one record, or in one list, exceed the memory budget.
public struct MemoryBudgetExceeded: Error, Hashable, Sendable {
  /// The exceeded budget, in bytes.
  public let memory: Int

  /// Creates the error.
  ///
  ///     throw MemoryBudgetExceeded(memory: budget.memory)
  public init(memory: Int = MemoryBudget().memory) { self.memory = memory }
}

extension MemoryBudgetExceeded: FetchError, SourceError {
  /// The response is unusable, because it is too large.
  public var absence: FetchFailure { .unusable }
  /// The data status of a screen whose responses are too large.
  public var dataStatus: Provenance.DataStatus { .badAnswer }
}

extension MemoryBudgetExceeded: LocalizedError {
  /// The error as a sentence.
  public var errorDescription: String? {
    "The server has more of this than the \(memory >> 20) MiB that there is room for."
  }

  /// A suggestion for the user.
  public var recoverySuggestion: String? { "Tell who runs the server." }
}
