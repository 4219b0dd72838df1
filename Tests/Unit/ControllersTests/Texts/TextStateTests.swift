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

  @Test func aFirstSearchHasNoneBeforeIt() {
    var state = TextState()
    state.beginSearch()
    #expect(state.isSearching && state.appliedSearch == nil)
    state.search = TextEntry("t")
    state.applySearch()
    #expect(!state.isSearching && state.appliedSearch == nil)
    #expect(state.search.text == "t")
  }

  @Test func theSameSearchKeepsItsMatchAndAnotherDoesNot() {
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

  @Test func whoEndsAnotherSearchIsBackInTheOneBefore() {
    var state = applied
    state.beginSearch()
    state.search = TextEntry("tx")
    state.endSearch()
    #expect(state == applied)
    state.endSearch()
    #expect(state == TextState())
  }

  @Test func whoEndsTheFirstOneHasNone() {
    var state = TextState()
    state.beginSearch()
    state.search = TextEntry("t")
    state.endSearch()
    #expect(state == TextState())
  }
}
