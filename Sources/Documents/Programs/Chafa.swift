import Files

/// The program chafa, which draws images in characters, and makes of them what a terminal with graphics takes.
public struct Chafa: Sendable {
  private let path: String

  /// The memory that the program gets, in bytes: a file of a few KiB may say that it has any number of pixels, here or there.
  private static let memory = 2 << 30

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
    let arguments = ["--format=symbols", "--colors=none", "--symbols=braille"]
    let output = output(
      of: bytes, arguments, rows: rows, columns: columns, drawsDark ? ["--invert"] : [])
    guard let output else { return nil }
    let lines = output.split(separator: "\n", omittingEmptySubsequences: false)
      .map { Self.plain($0) }
    let last = lines.lastIndex { !$0.isEmpty }
    return last.map { Array(lines[...$0].prefix(rows)) }
  }

  /// The forms of an image for a terminal's graphics.
  public enum Graphics: String, Sendable {
    /// kitty's protocol.
    case kitty
    /// DEC's sixels.
    case sixels
  }

  /// Returns an image as the program writes it for a terminal: sequences that nobody has checked. Nil for an image that can't be read.
  ///
  /// The image fills the rows and columns, whatever its proportion. The program, which sees no terminal, takes a cell to have 8 pixels in
  /// either direction; later releases may take another number.
  @concurrent public func graphics(
    _ form: Graphics, of bytes: [UInt8], rows: Int, columns: Int
  ) async -> [UInt8]? {
    output(of: bytes, ["--format=\(form.rawValue)", "--stretch"], rows: rows, columns: columns)
      .map { Array($0.utf8) }
  }

  /// Runs the program on a still image, which goes through memory alone.
  private func output(
    of bytes: [UInt8], _ arguments: [String], rows: Int, columns: Int, _ more: [String] = []
  ) -> String? {
    let size = "--size=\(max(1, columns))x\(max(1, rows))"
    // The locale says that braille can be printed; nothing else of the person's is passed on.
    let environment = ["LC_ALL": "C.UTF-8", "TERM": "dumb"]
    // Any failure means that there is no picture: it is described instead.
    let run = try? ToolRun(
      path, arguments + ["--animate=off", size] + more + ["-"], environment: environment,
      input: bytes, limit: .seconds(10), mostBytes: 8 << 20, memory: Self.memory)
    return run?.exitCode == 0 ? run?.output : nil
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
