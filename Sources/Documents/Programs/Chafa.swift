import Files

/// The program chafa, which draws images in characters.
public struct Chafa: Sendable {
  private let path: String

  /// Finds the program; nil where it isn't installed.
  ///
  ///     let lines = await Chafa(environment: environment)?.lines(of: bytes, rows: 20, columns: 60)
  public init?(environment: [String: String]) {
    guard let path = SearchPath(environment).program("chafa") else { return nil }
    self.path = path
  }

  /// Draws an image in braille dots, without colours.
  ///
  /// The image goes through memory alone, never through a file. Returns nil for an image that can't be read.
  ///
  /// - Parameters:
  ///   - bytes: The image's file: PNG, JPEG, GIF or what else this chafa reads.
  ///   - rows: The most lines.
  ///   - columns: The most characters of a line.
  ///   - drawsDark: True to draw dark parts and leave bright ones blank, as suits black on white.
  @concurrent public func lines(
    of bytes: [UInt8], rows: Int, columns: Int, drawsDark: Bool = false
  ) async -> [String]? {
    let arguments = [
      "--format=symbols", "--colors=none", "--symbols=braille", "--animate=off",
      "--size=\(max(1, columns))x\(max(1, rows))",
    ]
    // The locale says that braille can be printed; nothing else of the person's is passed on.
    let environment = ["LC_ALL": "C.UTF-8", "TERM": "dumb"]
    let run = try? ToolRun(
      path, arguments + (drawsDark ? ["--invert"] : []) + ["-"], environment: environment,
      input: bytes, limit: .seconds(10))
    guard let run, run.exitCode == 0 else { return nil }
    let lines = run.output.split(separator: "\n", omittingEmptySubsequences: false)
      .map { Self.plain($0) }
    let last = lines.lastIndex { !$0.isEmpty }
    return last.map { Array(lines[...$0].prefix(rows)) }
  }

  /// A line without the sequences that hide and show a terminal's cursor.
  private static func plain(_ line: Substring) -> String {
    var plain = ""
    var isInSequence = false
    for scalar in line.unicodeScalars {
      if scalar == "\u{1B}" {
        isInSequence = true
      } else if isInSequence {
        // It ends with a letter; what stands before are a bracket, digits and signs.
        if scalar.properties.isAlphabetic { isInSequence = false }
      } else if scalar.value >= 0x20 {
        plain.unicodeScalars.append(scalar)
      }
    }
    return plain
  }
}
