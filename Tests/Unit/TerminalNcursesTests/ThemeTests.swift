import CNcurses
import Foundation
import Terminals
import Testing

@testable import TerminalNcurses

@Suite struct ThemeTests {
  private static let plain = Theme(colourCount: 0, background: nil)
  private static let counts = [8, 16, 88, 256]
  private static let backgrounds: [TerminalBackground?] = [nil, .light, .dark]
  private static let coloured = counts.flatMap { count in
    backgrounds.map { Theme(colourCount: count, background: $0) }
  }

  @Test("Theme leaves ordinary text to the terminal") func ordinaryTextIsLeftToTheTerminal() {
    for theme in Self.coloured {
      #expect(theme[.text] == Theme.Look(attributes: reprise_plain(), pair: 0))
    }
  }

  @Test("Theme accent differs from title and text") func theAccentStaysApartFromATitle() {
    for theme in Self.coloured + [Self.plain] {
      #expect(theme[.accent] != theme[.title])
      #expect(theme[.accent] != theme[.text])
    }
  }

  @Test("Theme without colours uses no colour pair", arguments: Role.allCases)
  func withoutColoursNoPairIsUsed(role: Role) {
    #expect(Self.plain[Style(role)].pair == 0)
    #expect(Self.plain[Style(role).selected].pair == 0)
  }

  @Test(arguments: Role.allCases) func theSelectionIsReversedAndNeverDim(role: Role) {
    for theme in Self.coloured + [Self.plain] {
      let attributes = theme[Style(role).selected].attributes
      #expect(attributes & reprise_reverse() != 0)
      #expect(attributes & reprise_dim() == 0)
    }
  }

  @Test("Theme field is underlined", arguments: Role.allCases) func aPlaceToTypeIsUnderlined(
    role: Role
  ) {
    for theme in Self.coloured {
      #expect(theme[Style(role, isField: true)].attributes & reprise_underline() != 0)
      #expect(theme[Style(role, isField: true)].pair == theme[Style(role)].pair)
    }
  }

  @Test("Theme uses only colour pairs that the screen defines", arguments: Role.allCases)
  func everyPairIsOneThatTheScreenMakes(role: Role) {
    for theme in Self.coloured {
      let pair = theme[Style(role)].pair
      #expect(pair == 0 || theme.colours.contains(pair))
    }
  }

  @Test("Theme shows failures in colour where legible, else bold")
  func failuresAreColouredWhereAColourCanBeReadAndBoldEverywhere() {
    for count in Self.counts {
      for background in Self.backgrounds where background != nil || count >= 256 {
        let theme = Theme(colourCount: count, background: background)
        #expect(theme[.bad].pair != 0 && theme[.unknown].pair != 0)
      }
      let look = Theme(colourCount: count, background: nil)[.bad]
      #expect(look.pair != 0 || look.attributes & reprise_bold() != 0)
    }
  }

  /// White, light grey, and Solarized's paper; black, and two that editors like.
  private static let light = [0xFF_FFFF, 0xEE_EEEE, 0xFD_F6E3]
  private static let dark = [0x00_0000, 0x1E_1E1E, 0x28_2C34]

  @Test("Theme colours of 256 are legible on their background", arguments: Role.allCases)
  func everyColourOf256CanBeReadOnItsBackground(role: Role) {
    for (background, papers) in [(TerminalBackground.light, Self.light), (.dark, Self.dark)] {
      let pair = Theme(colourCount: 256, background: background)[Style(role)].pair
      for paper in papers where pair != 0 {
        #expect(Self.contrast(Self.cube(pair), paper) >= 4.5)
      }
    }
    let pair = Theme(colourCount: 256, background: nil)[Style(role)].pair
    guard pair != 0 else { return }
    #expect(Self.contrast(Self.cube(pair), 0xFF_FFFF) >= 4.5)
    #expect(Self.contrast(Self.cube(pair), 0x00_0000) >= 4.5)
  }

  /// Of eight colours bold makes the brighter eight, which is left to chance where both can't be
  /// read.
  @Test("Theme colours of 8 or 16 are legible with any palette", arguments: [8, 16], Role.allCases)
  func everyColourOfAFewCanBeReadWithAnyPalette(count: Int, role: Role) {
    for background in [nil, TerminalBackground.light] {
      let look = Theme(colourCount: count, background: background)[Style(role)]
      guard look.pair != 0 else { continue }
      #expect(look.attributes & reprise_bold() == 0)
      for palette in Self.palettes {
        #expect(Self.contrast(palette[Int(look.pair)], 0xFF_FFFF) >= 4.5)
        #expect(
          background != nil || Self.contrast(palette[Int(look.pair)], 0x00_0000) >= 4.5)
      }
    }
    let look = Theme(colourCount: count, background: .dark)[Style(role)]
    guard look.pair != 0 else { return }
    if look.pair < 8 { #expect(look.attributes & reprise_bold() != 0) }
    for palette in Self.palettes.prefix(2) {
      #expect(Self.contrast(palette[Int(look.pair) % 8 + 8], 0x00_0000) >= 4.5)
    }
  }

  /// Sixteen colours of xterm, of a PC's console, and of an editor's light theme.
  private static let palettes = [
    [
      0x00_0000, 0xCD_0000, 0x00_CD00, 0xCD_CD00, 0x00_00EE, 0xCD_00CD, 0x00_CDCD, 0xE5_E5E5,
      0x7F_7F7F, 0xFF_0000, 0x00_FF00, 0xFF_FF00, 0x5C_5CFF, 0xFF_00FF, 0x00_FFFF, 0xFF_FFFF,
    ],
    [
      0x00_0000, 0xAA_0000, 0x00_AA00, 0xAA_5500, 0x00_00AA, 0xAA_00AA, 0x00_AAAA, 0xAA_AAAA,
      0x55_5555, 0xFF_5555, 0x55_FF55, 0xFF_FF55, 0x55_55FF, 0xFF_55FF, 0x55_FFFF, 0xFF_FFFF,
    ],
    [
      0x00_0000, 0xCD_3131, 0x10_7C10, 0x94_9800, 0x04_51A5, 0xBC_05BC, 0x05_98BC, 0x55_5555,
      0x66_6666, 0xCD_3131, 0x14_CE14, 0xB5_BA00, 0x04_51A5, 0xBC_05BC, 0x05_98BC, 0xA5_A5A5,
    ],
  ]

  /// A colour of xterm's cube, or of its greys.
  private static func cube(_ number: Int16) -> Int {
    let number = Int(number)
    if number >= 232 { return (8 + 10 * (number - 232)) * 0x01_0101 }
    let levels = [0, 95, 135, 175, 215, 255]
    let (red, green, blue) = ((number - 16) / 36, (number - 16) / 6 % 6, (number - 16) % 6)
    return levels[red] << 16 | levels[green] << 8 | levels[blue]
  }

  /// The contrast of two colours, as WCAG 2.1 defines it.
  private static func contrast(_ one: Int, _ other: Int) -> Double {
    func luminance(_ colour: Int) -> Double {
      let parts = [16, 8, 0].map { shift in
        let part = Double(colour >> shift & 0xFF) / 255
        return part <= 0.03928 ? part / 12.92 : pow((part + 0.055) / 1.055, 2.4)
      }
      return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2]
    }
    let both = [luminance(one), luminance(other)].sorted()
    return (both[1] + 0.05) / (both[0] + 0.05)
  }
}

@Suite struct TerminalBackgroundTests {
  @Test(
    "Terminal background is recognized by the environment",
    arguments: [
      (["COLORFGBG": "0;15"], TerminalBackground.light), (["COLORFGBG": "0;default;15"], .light),
      (["COLORFGBG": "15;0"], .dark), (["COLORFGBG": "7;8"], .dark), (["COLORFGBG": "0;7"], .light),
      (["COLORFGBG": "15;default"], nil), (["COLORFGBG": "15;99"], nil), (["COLORFGBG": ""], nil),
      ([:], nil), (["TERM": "linux"], .dark), (["TERM": "linux", "COLORFGBG": "0;15"], .light),
      (["TERM": "xterm-256color"], nil),
    ])
  func theEnvironmentTellsIt(environment: [String: String], background: TerminalBackground?) {
    #expect(TerminalBackground(environment: environment) == background)
  }
}
