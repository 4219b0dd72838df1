import CNcurses
import Terminals
import Testing

@testable import TerminalNcurses

@Suite struct ThemeTests {
  private let coloured = Theme(hasColours: true)
  private let plain = Theme(hasColours: false)

  @Test func ordinaryTextIsLeftToTheTerminal() {
    #expect(coloured[.text] == Theme.Look(attributes: reprise_plain(), pair: 0))
  }

  @Test func theAccentStaysApartFromATitleWithoutColours() {
    #expect(plain[.accent] != plain[.title])
    #expect(plain[.accent] != plain[.text])
  }

  @Test(arguments: Role.allCases) func withoutColoursNoPairIsUsed(role: Role) {
    #expect(plain[Style(role)].pair == 0)
    #expect(plain[Style(role).selected].pair == 0)
  }

  @Test(arguments: Role.allCases) func theSelectionIsReversedAndNeverDim(role: Role) {
    for theme in [coloured, plain] {
      let attributes = theme[Style(role).selected].attributes
      #expect(attributes & reprise_reverse() != 0)
      #expect(attributes & reprise_dim() == 0)
    }
  }

  @Test(arguments: Role.allCases) func aPlaceToTypeIsUnderlined(role: Role) {
    #expect(coloured[Style(role, isField: true)].attributes & reprise_underline() != 0)
    #expect(coloured[Style(role, isField: true)].pair == coloured[Style(role)].pair)
  }

  @Test(arguments: Role.allCases) func everyPairIsOneThatTheScreenMakes(role: Role) {
    let pair = Int32(coloured[Style(role)].pair)
    #expect(pair == 0 || Theme.colours.contains(pair))
  }
}
