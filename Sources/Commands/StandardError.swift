import Foundation
import Terminals

/// The standard error, where a command line says what a person has to know.
package enum StandardError {
  /// Writes a text. On a terminal its lines are broken at blanks, and what follows a break is indented; in a pipe or a file they stay whole.
  ///
  ///     StandardError.write("cloudburst: nothing was trusted\n")
  package static func write(_ text: String) { write(text, to: STDERR_FILENO) }

  /// Writes as `write(_:)` does, to any descriptor in the place of the standard error.
  static func write(_ text: String, to descriptor: Int32) {
    let columns = StandardOutput.columns(of: descriptor)
    writeWhole(
      text.split(separator: "\n", omittingEmptySubsequences: false)
        .map { broken(String($0), to: columns) }.joined(separator: "\n"), to: descriptor)
  }

  /// Writes a text as it is: what is to be copied has no break of ours in it.
  package static func writeWhole(_ text: String) { writeWhole(text, to: STDERR_FILENO) }

  private static func writeWhole(_ text: String, to descriptor: Int32) {
    // Where nothing can be written, there is nobody to say so to.
    try? StandardFiles.write(text, to: descriptor)
  }

  /// Returns a line broken at blanks, and a fingerprint between its bytes. A word that is longer than a line is left to the terminal.
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

  /// The words of a line, each with the blank in front of it; of a fingerprint each byte.
  private static func pieces(of line: String) -> [String] {
    line.split(separator: " ", omittingEmptySubsequences: false).enumerated()
      .flatMap { place, word in
        let blank = place == 0 ? "" : " "
        let bytes = word.split(separator: ":")
        guard bytes.count > 8, bytes.allSatisfy({ $0.count == 2 && $0.allSatisfy(\.isHexDigit) })
        else { return [blank + word] }
        return bytes.enumerated().map { place, byte in
          (place == 0 ? blank : "") + byte + (place == bytes.count - 1 ? "" : ":")
        }
      }
  }
}
