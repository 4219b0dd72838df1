import Glibc
import Terminals

/// Writes messages for the user to standard error.
package enum StandardError {
  /// On a terminal, wraps lines at spaces and indents continuation lines; in a pipe or file,
  /// doesn't.
  package static func write(_ text: String) { write(text, to: STDERR_FILENO) }

  static func write(_ text: String, to descriptor: Int32) {
    let columns = StandardOutput.columns(of: descriptor)
    writeWhole(
      text.split(separator: "\n", omittingEmptySubsequences: false)
        .map { broken(String($0), to: columns) }.joined(separator: "\n"), to: descriptor)
  }

  /// The user can copy the text without line breaks.
  package static func writeWhole(_ text: String) { writeWhole(text, to: STDERR_FILENO) }

  private static func writeWhole(_ text: String, to descriptor: Int32) {
    // If standard error can't be written, there is no other way to report that.
    try? StandardFiles.write(text, to: descriptor)
  }

  /// Wraps at spaces and between the bytes of a fingerprint. Longer words aren't wrapped.
  static func broken(_ line: String, to columns: Int?) -> String {
    guard let columns, CellWidth.of(line) > columns else { return line }
    var lines: [String] = []
    var current = ""
    for piece in pieces(of: line) {
      if CellWidth.of(current + piece) > columns, !current.allSatisfy({ $0 == " " }) {
        lines.append(current)
        current = indent + piece.drop { $0 == " " }
      } else {
        current += piece
      }
    }
    return (lines + [current]).joined(separator: "\n")
  }

  private static var indent: String { "  " }

  private static func pieces(of line: String) -> [String] {
    line.split(separator: " ", omittingEmptySubsequences: false).enumerated()
      .flatMap { index, word in
        let blank = index == 0 ? "" : " "
        let bytes = word.split(separator: ":")
        guard bytes.count > 8, bytes.allSatisfy({ $0.count == 2 && $0.allSatisfy(\.isHexDigit) })
        else { return [blank + word] }
        return bytes.enumerated().map { index, byte in
          (index == 0 ? blank : "") + byte + (index == bytes.count - 1 ? "" : ":")
        }
      }
  }
}
