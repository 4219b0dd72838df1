import Foundation
import Reprise

/// The well-known words of status texts, in the languages that servers answer in. The data is in
/// `status.json`.
///
/// There `stopped` is a whole word or phrase, `stopp*` the beginning of a word, and `*停止*` may
/// stand anywhere, as in a language that doesn't separate its words. Case and accents don't matter.
struct StatusWords: Sendable {
  private enum Meaning: String, CaseIterable {
    case failed, unknown, transition, stopped, started
    /// The word for a success, whose negation is a failure: "riuscito".
    case success
    /// The word that negates: "not".
    case negation
  }

  private struct Pattern {
    let bytes: [UInt8]
    let startsWord: Bool
    let endsWord: Bool
    let meaning: Meaning
  }

  /// The patterns by their first byte, the longest first.
  private let patterns: [UInt8: [Pattern]]

  init(_ json: JSON) {
    var patterns: [Pattern] = []
    for meaning in Meaning.allCases {
      for case .string(let text) in json[meaning.rawValue]?.array ?? [] {
        patterns.append(
          Pattern(
            bytes: Array(Self.folded(text).filter { $0 != "*" }.utf8),
            startsWord: !text.hasPrefix("*"), endsWord: !text.hasSuffix("*"), meaning: meaning))
      }
    }
    self.patterns = Dictionary(grouping: patterns.filter { !$0.bytes.isEmpty }) { $0.bytes[0] }
      .mapValues { $0.sorted { $0.bytes.count > $1.bytes.count } }
  }

  /// Returns the class that a text speaks of, the worst if it speaks of several; nil if no word of
  /// it is known.
  func statusClass(of text: String) -> StatusClass? {
    // A text of any length is a server's to send.
    let clauses = Self.folded(String(text.prefix(500)))
      .split { ",;:.!?()[]|/\n、。，；：（）".contains($0) }
    let classes = clauses.compactMap { statusClass(ofClause: $0) }
    return StatusClass.allCases.first { classes.contains($0) }
  }

  private func statusClass(ofClause clause: Substring) -> StatusClass? {
    let words = clause.split { !($0.isLetter || $0.isNumber || $0 == "'") }
    let bytes = Array(words.joined(separator: " ").utf8)
    var meanings: Set<Meaning> = []
    var (place, endOfNegation) = (0, -2)
    while place < bytes.count {
      guard let pattern = pattern(at: place, of: bytes) else {
        place += 1
        continue
      }
      // "no errors": what is negated right before isn't so. "Not started" is something of its own.
      let isNegated = place - endOfNegation <= 1
      place += pattern.bytes.count
      if pattern.meaning == .negation { endOfNegation = place }
      if !isNegated || [.started, .success, .negation].contains(pattern.meaning) {
        meanings.insert(pattern.meaning)
      }
    }
    let isNegated = meanings.contains(.negation)
    if meanings.contains(.failed) || (isNegated && meanings.contains(.success)) { return .failed }
    if meanings.contains(.unknown) { return .unknown }
    if meanings.contains(.transition) { return .inTransition }
    if meanings.contains(.stopped) { return .stopped }
    guard meanings.contains(.started) else { return nil }
    return isNegated ? .stopped : .started
  }

  private func pattern(at place: Int, of bytes: [UInt8]) -> Pattern? {
    let blank = UInt8(ascii: " ")
    let isStart = place == 0 || bytes[place - 1] == blank
    return patterns[bytes[place]]?.first { pattern in
      let end = place + pattern.bytes.count
      return end <= bytes.count && (isStart || !pattern.startsWord)
        && (!pattern.endsWord || end == bytes.count || bytes[end] == blank)
        && bytes[place..<end].elementsEqual(pattern.bytes)
    }
  }

  /// Returns a text in lower case and without accents.
  private static func folded(_ text: String) -> String {
    let lower = text.lowercased().replacing("’", with: "'")
    guard !lower.utf8.allSatisfy({ $0 < 0x80 }) else { return lower }
    let scalars = lower.decomposedStringWithCanonicalMapping.unicodeScalars
    return String(
      String.UnicodeScalarView(
        scalars.filter { $0.properties.canonicalCombiningClass == .notReordered }))
  }
}
