import Foundation
import Terminals
import Testing

@testable import Commands

@Suite struct StandardErrorTests {
  private let sentence =
    "cloudburst: a sentence that is longer than the terminal is wide, so that it has to go on below"

  @Test("Standard error wraps a sentence to the terminal")
  func aSentenceIsBrokenAtBlanksWhereATerminalIsNarrow() {
    #expect(
      StandardError.broken(sentence, to: 60) == """
        cloudburst: a sentence that is longer than the terminal is
          wide, so that it has to go on below
        """)
    for columns in 20...100 {
      let lines = StandardError.broken(sentence, to: columns).split(separator: "\n")
      #expect(lines.allSatisfy { CellWidth.of(String($0)) <= columns })
      #expect(lines.map { $0.drop { $0 == " " } }.joined(separator: " ") == sentence)
    }
  }

  @Test("Standard error wraps neither for a pipe nor short text")
  func aPipeAndWhatFitsHaveNoBreaks() {
    #expect(StandardError.broken(sentence, to: nil) == sentence)
    #expect(StandardError.broken("  short", to: 80) == "  short")
  }

  @Test("Standard error breaks a fingerprint between its bytes")
  func aFingerprintIsBrokenBetweenItsBytes() {
    let fingerprint = Array(repeating: "AB", count: 32).joined(separator: ":")
    let lines = StandardError.broken("  SHA-256 " + fingerprint, to: 80).split(separator: "\n")
    #expect(lines.count == 2)
    #expect(lines[0].hasPrefix("  SHA-256 AB:AB:") && lines[0].hasSuffix("AB:"))
    #expect(lines[1].hasPrefix("  AB:"))
    #expect(lines.allSatisfy { $0.count <= 80 })
  }

  @Test("Standard error fills a line to its end") func aLineIsFilledToItsEndAndNoFurther() {
    #expect(StandardError.broken("aaaa bbbb cc", to: 9) == "aaaa bbbb\n  cc")
    #expect(StandardError.broken("aaaa bbbb cc", to: 8) == "aaaa\n  bbbb\n  cc")
    #expect(StandardError.broken("aaaa bbbb cc", to: 12) == "aaaa bbbb cc")
    #expect(StandardError.broken("aaaa bbbb cc", to: 11) == "aaaa bbbb\n  cc")
  }

  /// A time or an address has a few bytes, too, and is no fingerprint.
  @Test("Standard error takes nine bytes or more for a fingerprint")
  func onlyNineBytesOrMoreAreAFingerprint() {
    let bytes = Array(repeating: "AB", count: 9)
    #expect(
      StandardError.broken(bytes.joined(separator: ":"), to: 20)
        == "AB:AB:AB:AB:AB:AB:\n  AB:AB:AB")
    let few = bytes.dropLast().joined(separator: ":")
    #expect(StandardError.broken(few, to: 20) == few)
  }

  @Test("Standard error leaves lines for a pipe unchanged") func aPipeIsGivenAllLinesAsTheyAre()
    throws
  {
    let text = "one\n\n  \(sentence) \(sentence)\nlast\u{1B}"
    #expect(try written { StandardError.write(text, to: $0) } == text)
    #expect(try written { StandardError.write("", to: $0) } == "")
  }

  @Test("Standard error wraps lines on a real terminal")
  func aTerminalIsGivenLinesThatItHasRoomFor() async throws {
    #expect(
      try await shown(columns: 60) { StandardError.write("short\n\n\(sentence).\n", to: $0) } == """
        short

        cloudburst: a sentence that is longer than the terminal is
          wide, so that it has to go on below.

        """)
  }

  @Test("Standard error does not break a path") func aPathIsLeftToTheTerminal() {
    let path = "/" + String(repeating: "folder/", count: 20)
    #expect(StandardError.broken(path, to: 40) == path)
    // Neither is a list with colons a fingerprint.
    for word in ["xy", "a", "abc"] {
      let list = Array(repeating: word, count: 40).joined(separator: ":")
      #expect(StandardError.broken(list, to: 40) == list)
    }
  }
}
