import Foundation
import Terminals
import Testing

@testable import TerminalNcurses

/// What a terminal sends by itself is never typed, in whatever pieces it comes.
@Suite struct InputParserTests {
  private typealias Input = InputParser.Input

  private static let strings = [
    "\u{1B}]11;rgb:1e1e/1e1e/2e2e\u{1B}\\", "\u{1B}]11;rgb:1e1e/1e1e/2e2e\u{07}",
    "\u{1B}]lquit\u{1B}\\", "\u{1B}P1$r0m\u{1B}\\", "\u{1B}P>|XTerm(370)\u{1B}\\",
    "\u{1B}_Gi=7;OK\u{1B}\\", "\u{1B}^quit\u{1B}\\", "\u{1B}Xquit\u{1B}\\", "\u{1B}]2;é✜q\u{1B}\\",
    "\u{1B}[?64;1;2c", "\u{1B}[12;40R", "\u{1B}[?2026;2$y", "\u{1B}]0;q\u{18}", "\u{9D}0;q\u{9C}",
  ]

  /// A character of several bytes is read by the locale.
  init() { setlocale(LC_CTYPE, "C.UTF-8") }

  private func parser(expecting: Bool = false) -> InputParser {
    var parser = InputParser(
      keys: KeyTable([Array("\u{1B}OA".utf8): .up, [0x1B, 0x5B, 0x5B, 0x41]: .function(1)]),
      hasMouse: true)
    if expecting { parser.expect(until: .now + .seconds(2)) }
    return parser
  }

  /// Feeds pieces to a parser with a pause between them, and after the last one ten seconds.
  private func inputs(
    _ pieces: [[UInt8]], pause: Duration = .zero, _ parser: InputParser
  ) -> [Input] {
    var parser = parser
    var now = ContinuousClock.now
    var inputs: [Input] = []
    for piece in pieces {
      inputs += parser.take(piece, at: now)
      let next = now + pause
      while let deadline = parser.deadline, deadline <= next {
        inputs += parser.expire(at: deadline)
      }
      now = next
    }
    while let deadline = parser.deadline { inputs += parser.expire(at: deadline) }
    return inputs
  }

  private func keys(_ text: String) -> [Input] {
    inputs([Array(text.utf8)], parser())
  }

  private func pieces(_ text: String, of count: Int) -> [[UInt8]] {
    let bytes = Array(text.utf8)
    return stride(from: 0, to: bytes.count, by: count).map {
      Array(bytes[$0..<min($0 + count, bytes.count)])
    }
  }

  @Test("Input parser: a control string is no key", arguments: strings)
  func aStringInOnePieceIsNoKey(text: String) {
    let typed = keys("a" + text + "b").filter { if case .key = $0 { true } else { false } }
    #expect(typed == [.key("a"), .key("b")])
  }

  @Test("Input parser: a control string in pieces is no key", arguments: strings, [1, 2, 3, 5])
  func aStringInPiecesIsNoKey(text: String, count: Int) {
    for pause in [Duration.milliseconds(20), .milliseconds(300), .seconds(1)] {
      let answered = inputs(pieces(text, of: count), pause: pause, parser(expecting: true))
      let typed = answered.filter { if case .key = $0 { true } else { false } }
      if text.utf8.count / count < 12 || pause < .seconds(1) {
        #expect(typed.allSatisfy { $0 == .key(.escape) }, "\(typed), \(pause)")
      }
    }
  }

  @Test("Input parser: letters typed after Escape are keys")
  func whatAUserTypesBehindEscapeIsTyped() {
    for word in ["P", "]", "Paul", "]a", "[x", "^", "_", "X", "Olga"] {
      let typed = inputs(
        [[0x1B]] + pieces(word, of: 1), pause: .milliseconds(150), parser())
      #expect(typed == [.key(.escape)] + word.map { .key(.character($0)) }, "\(word)")
    }
  }

  @Test("Input parser: keys with Alt") func keysWithAltAreKeys() {
    for letter in ["]", "P", "[", "O", "_", "b"] as [Character] {
      #expect(keys("\u{1B}\(letter)") == [.key(.alt(letter))])
    }
    #expect(keys("\u{1B}\u{1B}OA") == [.key(Key.up.withAlt)])
    #expect(keys("\u{1B}é") == [.key(.alt("é"))])
    #expect(keys("\u{1B}\r") == [.key(.escape), .key(.enter)])
  }

  @Test("Input parser: Escape waits for an outstanding reply")
  func anEscapeWaitsForAnAnswerThatIsOutstanding() throws {
    let start = ContinuousClock.now
    var waiting = parser()
    waiting.expect(until: start + .seconds(2))
    #expect(waiting.take([0x1B], at: start) == [])
    #expect(try #require(waiting.deadline) >= start + .seconds(2))
    let answer = waiting.take(Array("[?62;4c".utf8), at: start + .seconds(1))
    #expect(answer == [.report(.attributes([62, 4]))])
  }

  @Test("Input parser: terminal replies are understood") func theAnswersAreUnderstood() {
    #expect(keys("\u{1B}P>|iTerm2 3.5.0\u{1B}\\") == [.report(.version("iTerm2 3.5.0"))])
    #expect(keys("\u{1B}_Gi=31;OK\u{1B}\\") == [.report(.image("OK"))])
    #expect(keys("\u{1B}_Gi=31,p=1;EINVAL: no\u{1B}\\") == [.report(.image("EINVAL: no"))])
    #expect(inputs([[0x9B, 0x3F, 0x36, 0x63]], parser()) == [.report(.attributes([6]))])
  }

  @Test("Input parser: an endless control string is given up")
  func aStringThatNeverEndsLetsTheUserTypeAgain() {
    var endless = parser()
    let start = ContinuousClock.now
    #expect(endless.take(Array("\u{1B}]52;c;".utf8), at: start) == [])
    for second in 1...9 {
      let noise = [UInt8](repeating: 0x71, count: 100_000)
      #expect(endless.take(noise, at: start + .seconds(second)) == [])
    }
    #expect(endless.take(Array("q".utf8), at: start + .seconds(12)) == [.key("q")])
  }

  @Test("Input parser: a sequence of any length is consumed")
  func aSequenceOfAnyLengthIsReadToItsEnd() {
    #expect(keys("\u{1B}[" + String(repeating: "1;", count: 500) + "qa") == [.key("a")])
    #expect(keys("\u{1B}[1;3\u{1B}OA") == [.key(.up)])
  }

  @Test("Input parser: a bracketed paste is one text") func aPasteIsOneText() {
    #expect(keys("\u{1B}[200~q\u{1B}[A\ns\u{1B}[201~a") == [.paste("q\u{1B}[A\ns"), .key("a")])
  }
}
