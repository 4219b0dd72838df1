import Reprise
import RepriseTesting

extension TestSession {
  /// The screen's words, as if all of them stood in one line: sentences are broken where the screen
  /// ends.
  var words: String { frame.text.split(whereSeparator: \.isWhitespace).joined(separator: " ") }
}
