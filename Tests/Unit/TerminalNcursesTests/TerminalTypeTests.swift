import Foundation
import Testing

@testable import TerminalNcurses

@MainActor @Suite struct TerminalTypeTests {
  /// How a terminal clears its screen: all of it, or from its first cell on.
  private static let clearing = ["\u{1B}[H\u{1B}[2J", "\u{1B}[H\u{1B}[J", "\u{1B}[2J\u{1B}[H"]

  @Test("Terminal is cleared when left", arguments: ["linux", "vt220", "screen", "xterm-256color"])
  func nothingThatWasShownStaysWhereItIsLeft(name: String) throws {
    let type = try TerminalType(named: name, output: STDOUT_FILENO)
    let leaving = String(decoding: type.exitSequence, as: UTF8.self)
    let cleared = try #require(
      Self.clearing.compactMap { leaving.range(of: $0) }.first, "\(leaving.debugDescription)")
    // First what was shown, then the screen that showed it.
    if let left = leaving.range(of: "\u{1B}[?1049l") {
      #expect(cleared.upperBound <= left.lowerBound)
    }
  }

  @Test(
    "Terminal reports that were turned on are turned off when left",
    arguments: ["linux", "screen", "xterm-256color"])
  func theReportsThatAreTurnedOnAreTurnedOffByWhoeverLeaves(name: String) throws {
    let type = try TerminalType(named: name, output: STDOUT_FILENO)
    let on = String(decoding: type.mouseOn + type.otherReportsOn, as: UTF8.self)
    #expect(on.hasPrefix("\u{1B}[?1000h\u{1B}[?1006h"))
    let modes = on.matches(of: /\[\?(\d+)h/).map(\.1)
    for bytes in [type.reportsOff, type.exitSequence] {
      let off = String(decoding: bytes, as: UTF8.self)
      #expect(modes.allSatisfy { off.contains("\u{1B}[?\($0)l") }, "\(off.debugDescription)")
    }
  }

  @Test("Terminal without a mouse is sent no mouse mode")
  func aTerminalWithoutAMouseIsNotAskedForReports() throws {
    let type = try TerminalType(named: "vt220", output: STDOUT_FILENO)
    #expect(type.mouseOn.isEmpty && type.otherReportsOn.isEmpty && type.reportsOff.isEmpty)
  }
}
