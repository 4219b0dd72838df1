import Synchronization

/// The memory of a list's pages, by where they begin: a page that is asked for again takes the place of the one before.
final class BudgetedPages: Sendable {
  private let memory: Int
  private let pages = Mutex<[Int: Int]>([:])

  /// Creates the pages of a list that may take as much memory as a record.
  init(memory: Int = MemoryBudget().memory) { self.memory = memory }

  /// Returns the room for the page that begins at a place, with all other pages in it.
  func budget(forPageAt start: Int) -> MemoryBudget {
    let others = pages.withLock { $0.reduce(0) { $0 + ($1.key == start ? 0 : $1.value) } }
    return MemoryBudget(memory: memory, before: others)
  }

  /// Notes the page that has come; if none has, the one before it stays.
  func note(pageAt start: Int, in budget: MemoryBudget) {
    guard budget.added > 0 else { return }
    pages.withLock { $0[start] = budget.added }
  }
}
