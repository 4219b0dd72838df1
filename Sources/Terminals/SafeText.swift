/// The one way that foreign text takes to become cells.
///
/// A server's string may hold escape sequences, bidirectional overrides or thousands of combining marks. What comes out of
/// here holds none of that: C0 controls and DEL are shown in caret notation (`^[`), C1 controls, bidirectional controls, line
/// and paragraph separators, invisible format characters and tag characters as `<U+202E>`, and a cluster keeps at most
/// `maximumMarks` of its marks. A mark with nothing to stand on is put on a dotted circle.
///
/// Text that went through here comes out unchanged when it goes through again.
public enum SafeText {
  /// The number of scalars that a cluster may have beyond its first.
  public static let maximumMarks = 8

  /// Calls `body` with each safe cluster and its width in cells (1 or 2), until it returns false.
  ///
  /// Reads no more of the text than is called for.
  public static func forEachCluster(of text: String, _ body: (Character, Int) -> Bool) {
    forEachPiece(of: text) { piece in
      switch piece {
      case .ascii(let bytes): bytes.allSatisfy { body(Character(Unicode.Scalar($0)), 1) }
      case .scalar(let scalar, let width): body(Character(scalar), width)
      case .cluster(let cluster, let width): body(cluster, width)
      }
    }
  }

  /// Returns the text as it is shown: each unsafe character made visible.
  public static func visible(_ text: String) -> String {
    var safe = ""
    forEachCluster(of: text) { character, _ in
      safe.append(character)
      return true
    }
    return safe
  }

  /// Returns a text as it may leave for a clipboard, and so for a shell: with its lines and tabs, each other unsafe character made visible.
  ///
  /// Every terminal copies through here. An Escape in a clipboard would end a bracketed paste, and what follows it be run.
  public static func copyable(_ text: String) -> String {
    text.split(omittingEmptySubsequences: false) { $0 == "\n" || $0 == "\r\n" }
      .map { line in
        line.split(separator: "\t", omittingEmptySubsequences: false)
          .map { visible(String($0)) }.joined(separator: "\t")
      }
      .joined(separator: "\n")
  }
}
