import Core

/// The program chafa, which renders images as characters or as graphics sequences for terminals.
public struct Chafa: Sendable {
  private let path: String

  /// In bytes: a file of a few KiB may declare any number of pixels.
  private static let memory = 2 << 30

  /// Finds the installed program chafa by the given environment variables. Returns `nil` if it
  /// isn't installed.
  ///
  ///     let lines = await Chafa(environment: environment)?.lines(of: bytes, rows: 20, columns: 60)
  public init?(environment: [String: String]) {
    guard let path = SearchPath(environment).program("chafa") else { return nil }
    self.path = path
  }

  /// Renders an image as braille dots without colors.
  ///
  /// The image is passed in memory, never in a file. Returns `nil` if the program fails, for
  /// example because it can't decode the image, or takes longer than ten seconds, and for a blank
  /// result.
  ///
  /// - Parameters:
  ///   - bytes: The image file: PNG, JPEG, GIF, or another format that the installed chafa
  ///     supports.
  ///   - rows: The maximum number of lines.
  ///   - columns: The maximum number of characters per line.
  ///   - drawsDark: Whether to draw dark areas and leave bright ones blank, for black text on
  ///     white.
  @concurrent public func lines(
    of bytes: [UInt8], rows: Int, columns: Int, drawsDark: Bool = false
  ) async -> [String]? {
    let arguments = ["--format=symbols", "--colors=none", "--symbols=braille"]
    let output = output(
      of: bytes, arguments, rows: rows, columns: columns, drawsDark ? ["--invert"] : [])
    guard let output else { return nil }
    let lines = output.split(separator: "\n", omittingEmptySubsequences: false)
      .map { Self.plain($0) }
    let last = lines.lastIndex { !$0.isEmpty }
    return last.map { Array(lines[...$0].prefix(rows)) }
  }

  /// A graphics protocol with which a terminal can show images.
  public enum Graphics: String, Sendable {
    /// The graphics protocol of the kitty terminal.
    case kitty
    /// The sixel graphics of DEC terminals.
    case sixels
  }

  /// Returns an image as unvalidated escape sequences from the program; `nil` if the program fails,
  /// for example because it can't decode the image, or takes longer than ten seconds.
  ///
  /// The image is stretched to fill the rows and columns. Because the program runs without a
  /// terminal, it assumes cells of 8 by 8 pixels; other releases may assume another size.
  @concurrent public func graphics(
    _ form: Graphics, of bytes: [UInt8], rows: Int, columns: Int
  ) async -> [UInt8]? {
    output(of: bytes, ["--format=\(form.rawValue)", "--stretch"], rows: rows, columns: columns)
      .map { Array($0.utf8) }
  }

  private func output(
    of bytes: [UInt8], _ arguments: [String], rows: Int, columns: Int, _ more: [String] = []
  ) -> String? {
    let size = "--size=\(max(1, columns))x\(max(1, rows))"
    // The locale allows braille characters. The rest of the user's environment isn't passed on.
    let environment = ["LC_ALL": "C.UTF-8", "TERM": "dumb"]
    // On any failure, the caller shows a description instead of the image.
    let run = try? ToolRun(
      path, arguments + ["--animate=off", size] + more + ["-"], environment: environment,
      input: bytes, limit: .seconds(10), mostBytes: 8 << 20, memory: Self.memory)
    return run?.exitCode == 0 ? run?.output : nil
  }

  /// The sequences hide and show the cursor.
  private static func plain(_ line: Substring) -> String {
    var plain = ""
    var isInSequence = false
    for scalar in line.unicodeScalars {
      if scalar == "\u{1B}" {
        isInSequence = true
      } else if isInSequence {
        // A sequence ends with a letter, preceded by a bracket, digits and punctuation.
        if scalar.properties.isAlphabetic { isInSequence = false }
      } else if scalar.value >= 0x20 {
        plain.unicodeScalars.append(scalar)
      }
    }
    return plain
  }
}
