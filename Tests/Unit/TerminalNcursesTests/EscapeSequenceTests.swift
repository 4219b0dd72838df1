import Terminals
import Testing

@testable import TerminalNcurses

@Suite struct EscapeSequenceTests {
  private func read(_ text: String, isCSI: Bool) -> (key: Key?, taken: Int) {
    var sequence = EscapeSequence(isCSI: isCSI)
    var taken = 0
    for byte in text.utf8 where sequence.take(byte) { taken += 1 }
    return (sequence.key, taken)
  }

  @Test("Escape sequence: cursor keys of both modes") func theCursorKeysOfEitherModeAreUnderstood()
  {
    #expect(read("A", isCSI: true).key == .up)
    #expect(read("B", isCSI: false).key == .down)
    #expect(read("Z", isCSI: true).key == .backTab)
  }

  @Test("Escape sequence: keypad keys are their labels") func theNumberPadSendsWhatIsPrintedOnIt() {
    #expect(read("p", isCSI: false).key == "0")
    #expect(read("j", isCSI: false).key == "*")
    #expect(read("M", isCSI: false).key == .enter)
  }

  /// xterm's, PuTTY's, rxvt's and the Linux console's.
  @Test(
    "Escape sequence: keys of xterm, PuTTY, rxvt and Linux",
    arguments: [
      ("1~", Key.home), ("4~", .end), ("7~", .home), ("8~", .end), ("11~", .function(1)),
      ("12~", .function(2)), ("15~", .function(5)), ("17~", .function(6)), ("24~", .function(12)),
      ("[A", .function(1)), ("[E", .function(5)), ("1;2P", .function(1)), ("1;5B", .down),
      ("1;2A", .up), ("1;5H", .home), ("a", .up), ("7$", .home), ("8^", .end), ("6@", .pageDown),
      ("1;5D", Key(.left, isControl: true)), ("5C", Key(.right, isControl: true)),
      ("3;5~", Key(.delete, isControl: true)), ("1;3C", Key.right.withAlt), ("5;2~", .pageUp),
    ])
  func theKeysOfOtherTerminalsAreUnderstood(bytes: String, key: Key) {
    #expect(read(bytes, isCSI: true).key == key)
  }

  @Test("Escape sequence: a report is no key") func aReportIsNoKey() {
    for bytes in ["12;40R", "R", "E", "25~", "200~", "I", "99999999999999999999~", "?1A", "t"] {
      #expect(read(bytes, isCSI: true).key == nil, "\(bytes)")
    }
    #expect(read("d", isCSI: false).key == Key(.left, isControl: true))
    #expect(read("R", isCSI: false).key == .function(3))
  }

  @Test("Escape sequence that is unknown is consumed and no key")
  func anUnknownSequenceIsReadToItsEndAndIsNoKey() {
    let sequence = read("1;3Kq", isCSI: true)
    #expect(sequence.key == nil)
    #expect(sequence.taken == 4)
  }

  private func sequence(_ text: String, isCSI: Bool = true) -> EscapeSequence {
    var sequence = EscapeSequence(isCSI: isCSI)
    for byte in text.utf8 { _ = sequence.take(byte) }
    return sequence
  }

  @Test("Escape sequence: start of a paste in pieces")
  func theStartOfAPasteThatComesInPiecesIsKnown() {
    #expect(sequence("200~").startsPaste)
    #expect(!sequence("200").startsPaste)
    #expect(!sequence("201~").startsPaste)
    #expect(!sequence("200~", isCSI: false).startsPaste)
  }

  @Test("Escape sequence: device attributes in pieces") func anAnswerThatComesInPiecesIsKnown() {
    #expect(sequence("?62;4c").terminalReport == .attributes([62, 4]))
    #expect(sequence("?62;4").terminalReport == nil)
    #expect(sequence("?25h").terminalReport == nil)
    #expect(sequence("62;4c").terminalReport == nil)
    #expect(sequence("?;c").terminalReport == .attributes([]))
    #expect(sequence("?99999999999999999999;4c").terminalReport == .attributes([4]))
  }

  private func mouse(_ bytes: [UInt8], hasMouse: Bool = true) -> MouseReport? {
    var sequence = EscapeSequence(isCSI: true, hasMouse: hasMouse)
    let taken = bytes.map { sequence.take($0) }
    #expect(taken.allSatisfy { $0 } && sequence.isComplete)
    return sequence.mouse
  }

  private func mouse(_ text: String) -> MouseReport? { mouse(Array(text.utf8)) }

  @Test("Mouse report has action and position") func aReportOfTheMouseSaysWhatAndWhere() {
    #expect(mouse("<0;11;3M") == MouseReport(button: 0, column: 11, row: 3))
    #expect(mouse("<0;11;3M")?.position == Position(row: 2, column: 10))
    #expect(mouse("<0;11;3m")?.action == .release)
    #expect(mouse("<64;1;1M")?.action == .scrollUp)
    #expect(mouse("<65;1;1M")?.action == .scrollDown)
    #expect(mouse("<0;500;300M")?.position == Position(row: 299, column: 499))
    for number in ["0", "-1", "\(Int.min)", "\(Int.max)0"] {
      #expect(mouse("<0;1;\(number)M") == nil)
      #expect(mouse("<0;\(number);1M") == nil)
    }
  }

  @Test("Mouse report ignores modifier keys", arguments: [4, 8, 16, 28])
  func whatIsHeldDownWithTheMouseChangesNothing(held: Int) {
    #expect(mouse("<\(held);1;1M")?.action == .press)
    #expect(mouse("<\(64 + held);1;1M")?.action == .scrollUp)
  }

  /// A button that goes up, the others, a move, one of the wheel's further directions, and what is
  /// no report.
  @Test(
    "Mouse report of an unused action is consumed",
    arguments: [
      "<64;11;3m", "<1;11;3M", "<2;11;3M", "<32;11;3M", "<66;11;3M", "<128;11;3M",
      "<0;11M", "<0;11;3;4M", "<0;;3M", "<0;11;99999999999999999999M", "<M", "0;11;3M",
    ])
  func whatNobodyWantsOfTheMouseIsReadToItsEnd(text: String) {
    #expect(mouse(text) == nil)
  }

  @Test("Mouse report of the older form has three bytes")
  func theOlderReportHasThreeBytesWhateverTheyAre() {
    #expect(mouse([0x4D, 0x20, 0x2B, 0x23]) == MouseReport(button: 0, column: 11, row: 3))
    #expect(mouse([0x4D, 0x60, 0x7F, 0xFF]) == MouseReport(button: 64, column: 95, row: 223))
    #expect(mouse([0x4D, 0x23, 0x2B, 0x23])?.action == .release)
    #expect(mouse([0x4D, 0x20, 0, 0x23]) == nil)
    #expect(read("M123", isCSI: true).taken == 1, "Without a mouse it is a sequence as any other.")
  }

  @Test("Mouse report that is incomplete ends before the next sequence")
  func anUnfinishedReportEndsBeforeTheNextSequence() {
    for text in ["<0;5\u{1B}", "M 1\u{1B}"] {
      var sequence = EscapeSequence(isCSI: true, hasMouse: true)
      let taken = text.utf8.map { sequence.take($0) }
      #expect(taken.dropLast().allSatisfy { $0 } && taken.last == false)
      #expect(!sequence.isComplete && sequence.mouse == nil)
    }
  }

  @Test("Escape sequence ends at a control character") func aControlCharacterIsNoPartOfASequence() {
    #expect(read("1\u{1B}", isCSI: true).taken == 1)
  }

  @Test("Escape sequence without end is cut off") func anEndlessSequenceEnds() {
    #expect(read(String(repeating: "0", count: 1000), isCSI: true).taken == 64)
  }
}
