import Screens
import Testing

@testable import Controllers

/// A search as it is typed, applied and ended.
@Suite struct TextStateTests {
  /// A state whose search was applied, and whose match was gone to.
  private var applied: TextState {
    var state = TextState()
    state.beginSearch()
    state.search = TextEntry("t")
    state.applySearch()
    state.matchLine = 3
    state.matchCharacter = 1
    return state
  }

  @Test("A text's first search has no previous search") func aFirstSearchHasNoneBeforeIt() {
    var state = TextState()
    state.beginSearch()
    #expect(state.isSearching && state.appliedSearch == nil)
    state.search = TextEntry("t")
    state.applySearch()
    #expect(!state.isSearching && state.appliedSearch == nil)
    #expect(state.search.text == "t")
  }

  @Test("A text's same search keeps its match, another drops the match")
  func theSameSearchKeepsItsMatchAndAnotherDoesNot() {
    var state = applied
    state.beginSearch()
    #expect(state.isSearching && state.appliedSearch == "t")
    state.applySearch()
    #expect(state == applied)
    state.beginSearch()
    state.search = TextEntry("tx")
    state.applySearch()
    #expect(state.matchLine == nil && state.matchCharacter == nil)
    #expect(!state.isSearching && state.appliedSearch == nil && state.search.text == "tx")
  }

  @Test("Ending a text's second search returns to the first")
  func whoEndsAnotherSearchIsBackInTheOneBefore() {
    var state = applied
    state.beginSearch()
    state.search = TextEntry("tx")
    state.endSearch()
    #expect(state == applied)
    state.endSearch()
    #expect(state == TextState())
  }

  @Test("Ending a text's first search leaves no search") func whoEndsTheFirstOneHasNone() {
    var state = TextState()
    state.beginSearch()
    state.search = TextEntry("t")
    state.endSearch()
    #expect(state == TextState())
  }
}
