import CNcurses
import CSystem
import Glibc

/// The terminal type's terminfo entry, read before the screen is opened.
struct TerminalType {
  let name: String
  /// Assumed of every terminal with a mouse except the Linux console, which claims to have one.
  let followsXterm: Bool
  let hasMouse: Bool
  let hasColours: Bool
  let hasClipboard: Bool
  /// Whether the cursor waits at the right edge for a character before it scrolls.
  let waitsAtEdge: Bool
  /// The bytes that restore the terminal from any state, even in the middle of a sequence.
  let exitSequence: [UInt8]

  let enterSequence: [UInt8]
  /// ncurses doesn't support paste and focus reports, and must not handle the mouse: it would block
  /// until a report is complete.
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

    // A terminal without mode 1006 uses the older format, which can't encode distant cells.
    let mouse = hasMouse ? [1000, 1006] : []
    let others = followsXterm ? [2004, 1004] : []
    mouseOn = Self.modes(mouse, "h")
    mouseOff = Self.modes(mouse.reversed(), "l")
    otherReportsOn = Self.modes(others, "h")
    reportsOff = Self.modes(others.reversed(), "l") + mouseOff

    var bytes: [UInt8] = []
    // An unfinished sequence would swallow the first bytes, so end it with the string terminator.
    if hasMouse { bytes += Array("\u{1B}\\".utf8) + reportsOff }
    bytes += Self.capability("sgr0") + Self.capability("op") + Self.capability("rmkx")
    // Some terminals claim an alternate screen without having one; and in one that exists, the last
    // frame would remain.
    bytes += Self.capability("clear")
    if reprise_capability("clear") == nil {
      bytes += Self.withoutDelays(reprise_cursor_to(9998, 0)) + Array("\r\n".utf8)
    }
    enterSequence = Self.capability("smcup")
    exitSequence = bytes + Self.capability("rmcup") + Self.capability("cnorm")
  }

  func armRescue(of tty: TTY) throws(TerminalError) {
    guard reprise_rescue_arm(tty.output, exitSequence, exitSequence.count) == 0 else {
      throw TerminalError(arming: errno, type: name)
    }
  }

  private static func modes(_ numbers: [Int], _ letter: String) -> [UInt8] {
    Array(numbers.map { "\u{1B}[?\($0)\(letter)" }.joined().utf8)
  }

  private static func capability(_ name: String) -> [UInt8] {
    withoutDelays(reprise_capability(name))
  }

  /// Returns a capability's bytes without the delays, written `$<5>`, for terminals of the 1970s.
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
