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

  @Test func theCursorKeysOfEitherModeAreUnderstood() {
    #expect(read("A", isCSI: true).key == .up)
    #expect(read("B", isCSI: false).key == .down)
    #expect(read("Z", isCSI: true).key == .backTab)
  }

  @Test func theNumberPadSendsWhatIsPrintedOnIt() {
    #expect(read("p", isCSI: false).key == "0")
    #expect(read("j", isCSI: false).key == "*")
    #expect(read("M", isCSI: false).key == .enter)
  }

  @Test func anUnknownSequenceIsReadToItsEndAndIsNoKey() {
    let sequence = read("1;3Aq", isCSI: true)
    #expect(sequence.key == nil)
    #expect(sequence.taken == 4)
  }

  private func sequence(_ text: String, isCSI: Bool = true) -> EscapeSequence {
    var sequence = EscapeSequence(isCSI: isCSI)
    for byte in text.utf8 { _ = sequence.take(byte) }
    return sequence
  }

  @Test func theStartOfAPasteThatComesInPiecesIsKnown() {
    #expect(sequence("200~").startsPaste)
    #expect(!sequence("200").startsPaste)
    #expect(!sequence("201~").startsPaste)
    #expect(!sequence("200~", isCSI: false).startsPaste)
  }

  @Test func anAnswerThatComesInPiecesIsKnown() {
    #expect(sequence("?62;4c").answer == .attributes([62, 4]))
    #expect(sequence("?62;4").answer == nil)
    #expect(sequence("?25h").answer == nil)
    #expect(sequence("62;4c").answer == nil)
  }

  @Test func aControlCharacterIsNoPartOfASequence() {
    #expect(read("1\u{1B}", isCSI: true).taken == 1)
  }

  @Test func anEndlessSequenceEnds() {
    #expect(read(String(repeating: "0", count: 1000), isCSI: true).taken == 64)
  }
}
