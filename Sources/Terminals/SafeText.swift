/// Sanitizes untrusted text. All text that is drawn goes through this type.
///
/// A server's text may contain escape sequences, bidirectional overrides or thousands of combining
/// marks. C0 controls and DEL are shown in caret notation (`^[`); C1 controls, bidirectional
/// controls, line and paragraph separators, invisible format characters and tag characters as
/// `<U+202E>`. A cluster keeps at most `maximumMarks` of its marks, and a mark without a base is
/// shown on a dotted circle.
///
/// Sanitizing is idempotent.
public enum SafeText {
  /// The maximum number of scalars in a cluster after the first.
  public static let maximumMarks = 8

  /// Calls `body` with each safe cluster and its width in cells (1 or 2), until it returns `false`.
  ///
  /// Reads the text lazily.
  public static func forEachCluster(of text: String, _ body: (Character, Int) -> Bool) {
    forEachPiece(of: text) { piece in
      switch piece {
      case .ascii(let bytes): bytes.allSatisfy { body(Character(Unicode.Scalar($0)), 1) }
      case .scalar(let scalar, let width): body(Character(scalar), width)
      case .cluster(let cluster, let width): body(cluster, width)
      }
    }
  }

  /// Returns the text as it is shown, with unsafe characters made visible.
  public static func visible(_ text: String) -> String {
    var safe = ""
    forEachCluster(of: text) { character, _ in
      safe.append(character)
      return true
    }
    return safe
  }

  /// Returns text that is safe to copy to the clipboard: line feeds and tabs stay, other unsafe
  /// characters are made visible.
  ///
  /// Every terminal's `copy` uses this. Otherwise an Escape in the clipboard could end a bracketed
  /// paste, and the shell would run the text after it.
  public static func copyable(_ text: String) -> String {
    text.split(omittingEmptySubsequences: false) { $0 == "\n" || $0 == "\r\n" }
      .map { line in
        line.split(separator: "\t", omittingEmptySubsequences: false)
          .map { visible(String($0)) }.joined(separator: "\t")
      }
      .joined(separator: "\n")
  }
}
