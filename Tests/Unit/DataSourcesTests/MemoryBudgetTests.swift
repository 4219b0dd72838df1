import Core
import Networking
import RepriseTesting
import Testing

@testable import DataSources

/// A room is full with its last byte, and gives back what was forgotten.
@Suite struct MemoryBudgetTests {
  private let size = JSON.null.memory

  @Test("Memory budget is full with its last byte") func theLastByteFillsIt() {
    let larger = MemoryBudget(memory: 2 * size + 1)
    #expect(larger.take([.null, .null]))
    #expect(!larger.isFull)
    let exact = MemoryBudget(memory: 2 * size)
    #expect(exact.take([.null]))
    #expect(!exact.isFull)
    #expect(!exact.take([.null]))
    #expect(exact.isFull)
    #expect(exact.used == 2 * size)
    exact.giveBack()
    #expect(exact.used == 0)
  }

  @Test("Memory budget that is full sends no request") func nothingIsAskedOnceItIsFull()
    async throws
  {
    let server = ScriptedSource { _ in ServerResponse(.null, timestamp: 7, location: "") }
    let budget = MemoryBudget(memory: 2 * size)
    let source = BudgetedSource(source: server, budget: budget)
    for _ in 1...2 { _ = try await source.response(to: DataRequest("visit")) }
    await #expect(throws: MemoryBudgetExceeded(memory: 2 * size)) {
      try await source.response(to: DataRequest("visit"))
    }
    #expect(server.requests.count == 2)
    #expect(budget.added == 2 * size)
  }

  @Test("Memory budget error is in mebibytes") func whatIsSaidOfItIsInMebibytes() {
    #expect(MemoryBudget().memory == 16 << 20)
    #expect(
      MemoryBudgetExceeded().errorDescription
        == "The response exceeds the memory limit of 16 MiB.")
    #expect(MemoryBudgetExceeded().fetchFailure == .unusable)
  }

  /// A list's pages share a room. One that is asked for again in vain is still there.
  @Test("Memory budget keeps a page whose reload failed")
  func aPageThatIsAskedForAgainInVainKeepsItsRoom() {
    let pages = BudgetedPages(memory: 3 * size)
    let first = pages.budget(forPageAt: 0)
    first.take([.null])
    pages.note(pageAt: 0, in: first)
    pages.note(pageAt: 0, in: pages.budget(forPageAt: 0))
    #expect(pages.budget(forPageAt: 0).used == 0)
    let second = pages.budget(forPageAt: 20)
    #expect(second.used == size)
    second.take([.null, .null])
    #expect(second.added == 2 * size)
    #expect(second.isFull)
    pages.note(pageAt: 20, in: second)
    #expect(pages.budget(forPageAt: 0).used == 2 * size)
    #expect(pages.budget(forPageAt: 40).used == 3 * size)
  }
}
