import Synchronization

/// The memory that each page of a list uses. A reloaded page replaces the previous one.
final class BudgetedPages: Sendable {
  private let memory: Int
  private let pages = Mutex<[Int: Int]>([:])

  /// Creates an empty list, by default with the budget of one screen.
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
