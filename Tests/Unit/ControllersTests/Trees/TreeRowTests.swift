import Screens
import Terminals
import Testing

@testable import Controllers

/// The rows of a tree, and what becomes of the branches that can't be had.
@MainActor @Suite struct TreeRowTests {
  private func row(_ path: [String], isExpandable: Bool, isExpanded: Bool) -> TreeRow<Int> {
    TreeRow(row: 0, path: path, isExpandable: isExpandable, isExpanded: isExpanded)
  }

  @Test("A tree row's prefix shows its depth and whether it is open")
  func aSignSaysWhatIsBelowARow() {
    #expect(row(["a"], isExpandable: false, isExpanded: false).prefix == "  ")
    #expect(row(["a"], isExpandable: true, isExpanded: false).prefix == "› ")
    #expect(row(["a"], isExpandable: true, isExpanded: true).prefix == "▼ ")
    let low = row(["a", "b", "c"], isExpandable: true, isExpanded: true)
    #expect(low.prefix == "    ▼ " && low.depth == 2)
  }

  @Test("Different tree paths have different ids") func differentPathsHaveDifferentIds() {
    #expect(TreeRow<Int>.id(["a", "bc"]) == "1:a2:bc")
    #expect(TreeRow<Int>.id(["é"]) == "2:é")
    #expect(TreeRow<Int>.id([]) == "")
    #expect(row(["ab", "c"], isExpandable: false, isExpanded: false).id == "2:ab1:c")
  }

  /// Numbers below one another, of which each has the next below it.
  private func branches(
    _ expanded: [[String]], isExpandable: @escaping @Sendable (Int) -> Bool = { _ in true }
  ) -> TreeBranches<Int> {
    TreeBranches(expanded: Set(expanded), id: { "\($0)" }, isExpandable: isExpandable)
  }

  @Test("A tree expands 24 levels at most") func deeperThanAnybodySeesNothingIsOpened() async throws
  {
    let all = (1...30).map { depth in (1...depth).map { "\($0)" } }
    let rows = try await branches(all).rows { [($0 ?? 0) + 1] }
    #expect(rows.map(\.row) == Array(1...24))
    #expect(rows.map(\.isExpandable) == (1...24).map { $0 < 24 })
    #expect(rows.map(\.isExpanded) == (1...24).map { $0 < 24 })
  }

  @Test("A tree expands only expandable rows and no cycles") func onlyWhatCanBeOpenedIsOpen()
    async throws
  {
    let branches = branches([["1"], ["2"], ["1", "1"]]) { $0 != 2 }
    let rows = try await branches.rows { $0 == nil ? [1, 2, 3] : [1, 4] }
    #expect(rows.map(\.row) == [1, 1, 4, 2, 3])
    #expect(rows.map(\.path) == [["1"], ["1", "1"], ["1", "4"], ["2"], ["3"]])
    // A branch that stands above itself isn't opened again.
    #expect(rows.map(\.isExpandable) == [true, false, true, false, true])
    #expect(rows.map(\.isExpanded) == [true, false, false, false, false])
  }

  private struct Numbered: Error, Equatable { let number: Int }

  @Test("A tree reports its first failed branch and closes each")
  func theFirstBranchThatFailsIsToldAndEachIsClosed() async throws {
    let branches = branches([["1"], ["2"], ["3"]])
    let rows = try await branches.rows { parent in
      guard let parent else { return [1, 2, 3] }
      if parent < 3 { throw Numbered(number: parent) }
      return [4]
    }
    #expect(rows.map(\.row) == [1, 2, 3, 4])
    #expect(rows.map(\.isExpanded) == [false, false, true, false])
    #expect(rows.map(\.isExpandable) == [true, true, true, true])
    #expect(branches.failure.error as? Numbered == Numbered(number: 1))
    _ = try await branches.rows { $0 == nil ? [1] : [] }
    #expect(branches.failure.error == nil)
  }

  @Test("A tree throws recoverable errors and those of its first level")
  func whatAScreenRemediesIsThrownAndSoIsTheFirstLevelsError() async {
    let branches = branches([["1"]])
    for error in [RecoverableTestError(), CancellationError()] as [any Error] {
      await #expect(throws: (any Error).self) {
        _ = try await branches.rows { parent in
          if parent != nil { throw error }
          return [1]
        }
      }
      #expect(branches.failure.error == nil)
    }
    await #expect(throws: Numbered(number: 0)) {
      _ = try await branches.rows { _ in throw Numbered(number: 0) }
    }
  }
}

/// Which branches are open, as it is saved, and the key that closes one.
@MainActor @Suite struct TreeStateTests {
  private let stage = Stage(rows: 10, columns: 40)

  /// Letters, of which "b" has "x" and "y" below it.
  private func tree(failing: @escaping @MainActor () -> Bool = { false }) -> TreeController<Animal>
  {
    TreeController(
      title: "Letters",
      columns: [Column("name", heading: "", width: .fixed(12), text: { $0.name })],
      id: { $0.id }, isExpandable: { $0.id == "b" }, noun: ("letter", "letters"),
      source: { load, branches in
        load.show(
          try await branches.rows { parent in
            guard parent != nil else { return [Animal("a"), Animal("b"), Animal("c")] }
            if failing() { throw TestError() }
            return [Animal("x"), Animal("y")]
          })
      })
  }

  private func path(_ count: Int) -> [String] { Array(repeating: "p", count: count) }

  @Test("A tree restores at most 500 branches and 24 levels")
  func whatIsTooDeepOrTooMuchIsNotTakenFromASession() {
    let tree = tree()
    var state = TreeState()
    state.expanded = [path(24), path(23), path(1), path(25)]
    tree.restoreState(state)
    #expect(tree.encodeState().expanded == [path(23), path(1)])
    state.expanded = (1...501).map { ["\($0)"] }
    tree.restoreState(state)
    #expect(tree.encodeState().expanded == (2...501).map { ["\($0)"] })
  }

  @Test(
    "A tree of 500 open branches closes the one opened first", arguments: [(499, "1"), (500, "2")])
  func theBranchThatWasOpenedFirstIsClosedWhereThereAreTooMany(
    count: Int, first: String
  ) async {
    let tree = tree()
    var state = TreeState()
    state.expanded = (1...count).map { ["\($0)"] }
    tree.restoreState(state)
    await tree.load(.appear, stage.navigator)
    stage.press(.down, .enter, in: tree)
    #expect(tree.state.expanded.count == 500)
    #expect(tree.state.expanded.first == [first])
    #expect(tree.state.expanded.last == ["b"])
  }

  private func up(_ tree: TreeController<Animal>) -> String? {
    tree.bindings.first { $0.help == "Close the branch, or go to the row above it" }?.label
  }

  @Test("A tree offers close or up only where it applies")
  func theKeyThatLeadsUpIsThereWhereThereIsSomethingAbove() async {
    let tree = tree()
    await tree.load(.appear, stage.navigator)
    #expect(up(tree) == nil)
    stage.press(.down, .enter, in: tree)
    #expect(tree.state.expanded == [["b"]])
    await stage.work()
    #expect(up(tree) == "close")
    stage.press(.down, .down, in: tree)
    #expect(up(tree) == "up")
    stage.press("h", in: tree)
    #expect(up(tree) == "close" && tree.state.expanded == [["b"]])
    stage.press("h", in: tree)
    #expect(tree.state.expanded == [])
    await stage.work()
    #expect(up(tree) == nil)
  }

  @Test("A tree's failed branch is reported once for each load")
  func aBranchThatFailsIsToldOfOnceForEachLoad() async {
    let well = Well()
    well.isDry = true
    let tree = tree { well.isDry }
    var state = TreeState()
    state.expanded = [["b"]]
    tree.restoreState(state)
    await tree.load(.appear, stage.navigator)
    #expect(stage.notices == ["The well is dry."])
    #expect(up(tree) == nil)
    // It is only asked for again.
    stage.press(.down, .enter, in: tree)
    #expect(tree.state.expanded == [["b"]])
    well.isDry = false
    await stage.work()
    #expect(stage.notices == ["The well is dry."])
    #expect(up(tree) == "close")
  }
}
