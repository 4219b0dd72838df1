import Foundation
import Testing

@testable import TerminalNcurses

@MainActor @Suite struct TerminalTypeTests {
  /// How a terminal clears its screen: all of it, or from its first cell on.
  private static let clearing = ["\u{1B}[H\u{1B}[2J", "\u{1B}[H\u{1B}[J", "\u{1B}[2J\u{1B}[H"]

  @Test(arguments: ["linux", "vt220", "screen", "xterm-256color"])
  func nothingThatWasShownStaysWhereItIsLeft(name: String) throws {
    let type = try TerminalType(named: name, output: STDOUT_FILENO)
    let leaving = String(decoding: type.leaving, as: UTF8.self)
    let cleared = try #require(
      Self.clearing.compactMap { leaving.range(of: $0) }.first, "\(leaving.debugDescription)")
    // First what was shown, then the screen that showed it.
    if let left = leaving.range(of: "\u{1B}[?1049l") {
      #expect(cleared.upperBound <= left.lowerBound)
    }
  }
}
