import CNcurses
import CRescue
import Foundation

/// The terminal's type as terminfo knows it, read before the screen is opened.
struct TerminalType {
  let name: String
  /// True if the terminal follows xterm: it reports pastes and focus, and takes text for the clipboard.
  ///
  /// A terminal that has a mouse is taken to do so. The Linux console claims one, and follows nobody.
  let followsXterm: Bool
  /// True if the terminal has a mouse.
  let hasMouse: Bool
  let hasColours: Bool
  /// True if terminfo says how text gets to the clipboard.
  let hasClipboard: Bool
  /// True if the cursor waits at the right edge until another character comes, so that no line scrolls too early.
  let waitsAtEdge: Bool
  /// The bytes that bring the terminal back from any state, in the middle of a sequence too.
  let leaving: [UInt8]

  /// The bytes that lead to the second screen, where programs paint.
  let entering: [UInt8]
  /// The bytes that turn the reports of the mouse, of pastes and of focus on, and off again.
  ///
  /// Of the others ncurses knows nothing, and the mouse is kept from it: it would wait for the rest of a report, whatever else happens.
  let mouseOn, mouseOff, otherReportsOn, reportsOff: [UInt8]

  init(named name: String?, output: Int32) throws(TerminalError) {
    guard let name, !name.isEmpty else { throw .typeNotSet }
    var previous: UnsafeMutableRawPointer?
    guard reprise_look_up_type(name, output, &previous) else { throw .unknownType(name) }
    defer { reprise_return_to_type(previous) }
    guard reprise_capability("cup") != nil else { throw .incapableType(name) }
    self.name = name
    hasMouse = reprise_capability("kmous") != nil
    followsXterm = hasMouse && !name.hasPrefix("linux")
    hasClipboard = reprise_capability("Ms") != nil
    hasColours = tigetnum("colors") >= 8
    waitsAtEdge = tigetflag("am") > 0 && tigetflag("xenl") > 0 && reprise_capability("ll") == nil

    // Who doesn't know 1006 reports in the older form, which has no room for the cells of a large window.
    let mouse = hasMouse ? [1000, 1006] : []
    let others = followsXterm ? [2004, 1004] : []
    mouseOn = Self.modes(mouse, "h")
    mouseOff = Self.modes(mouse.reversed(), "l")
    otherReportsOn = Self.modes(others, "h")
    reportsOff = Self.modes(others.reversed(), "l") + mouseOff

    var bytes: [UInt8] = []
    // An unfinished sequence would swallow the first of these: the string terminator ends it.
    if hasMouse { bytes += Array("\u{1B}\\".utf8) + reportsOff }
    bytes += Self.capability("sgr0") + Self.capability("op") + Self.capability("rmkx")
    // Not every terminal that says so has a second screen to leave; and in one that has, the picture would stay as it was.
    bytes += Self.capability("clear")
    if reprise_capability("clear") == nil {
      bytes += Self.withoutDelays(reprise_cursor_to(9998, 0)) + Array("\r\n".utf8)
    }
    entering = Self.capability("smcup")
    leaving = bytes + Self.capability("rmcup") + Self.capability("cnorm")
  }

  /// Arms the rescue, which leaves the terminal right however the process ends.
  func armRescue(of tty: TTY) throws(TerminalError) {
    guard reprise_rescue_arm(tty.output, leaving, leaving.count) == 0 else {
      throw TerminalError(arming: errno, type: name)
    }
  }

  private static func modes(_ numbers: [Int], _ letter: String) -> [UInt8] {
    Array(numbers.map { "\u{1B}[?\($0)\(letter)" }.joined().utf8)
  }

  private static func capability(_ name: String) -> [UInt8] {
    withoutDelays(reprise_capability(name))
  }

  /// A capability's bytes. The delays in it, written `$<5>`, are for terminals of the 1970s.
  private static func withoutDelays(_ capability: UnsafePointer<CChar>?) -> [UInt8] {
    guard let capability else { return [] }
    var bytes: [UInt8] = []
    var rest = String(cString: capability).utf8[...]
    while let byte = rest.popFirst() {
      if byte == UInt8(ascii: "$"), rest.first == UInt8(ascii: "<"),
        let end = rest.firstIndex(of: UInt8(ascii: ">"))
      {
        rest = rest[rest.index(after: end)...]
      } else {
        bytes.append(byte)
      }
    }
    return bytes
  }
}
