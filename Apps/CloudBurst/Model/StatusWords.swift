import Foundation
import Reprise

/// Classifies status texts by well-known words in the servers' languages. The data is in
/// `status.json`.
///
/// In that file, `stopped` is a whole word or phrase, `stopp*` the beginning of a word, and `*停止*`
/// matches anywhere, for languages that don't separate words. Case and accents are ignored.
struct StatusWords: Sendable {
  private enum Meaning: String, CaseIterable {
    case failed, unknown, transition, stopped, started
    /// A success, which becomes a failure if negated: "riuscito".
    case success
    /// A negation: "not".
    case negation
  }

  private struct Pattern {
    let bytes: [UInt8]
    let startsWord: Bool
    let endsWord: Bool
    let meaning: Meaning
  }

  /// The patterns by their first byte, longest first.
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

  /// Returns the class of a text, or the worst of several; `nil` if it contains no known word.
  func statusClass(of text: String) -> StatusClass? {
    // Limits the work for a text of any length from a server.
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
      // A word right after a negation is ignored ("no errors"). "Not started" is handled below.
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

  private static func folded(_ text: String) -> String {
    let lower = text.lowercased().replacing("’", with: "'")
    guard !lower.utf8.allSatisfy({ $0 < 0x80 }) else { return lower }
    let scalars = lower.decomposedStringWithCanonicalMapping.unicodeScalars
    return String(
      String.UnicodeScalarView(
        scalars.filter { $0.properties.canonicalCombiningClass == .notReordered }))
  }
}
