/// The content of an `ImageController`: an image file, its name, and facts about it.
public struct StillImage: Sendable, Equatable {
  /// The image's name in the top line of the window.
  public var title: String
  /// Short facts about the image, such as its type and size, shown to the user.
  public var facts: [String]
  /// The bytes of the file: PNG, JPEG, GIF or another format that the drawing program reads.
  public var bytes: [UInt8]

  /// Creates an image.
  ///
  ///     StillImage(title: "PROBE1.png", facts: ["image/png", "160 × 96"], bytes: bytes)
  public init(title: String, facts: [String], bytes: [UInt8]) {
    self.title = title
    self.facts = facts
    self.bytes = bytes
  }
}

/// The space and the brightness for drawing an image in characters.
public struct ImageMode: Hashable, Sendable {
  /// The number of rows that the drawing may use.
  public var rows: Int
  /// The number of columns that the drawing may use.
  public var columns: Int
  /// Whether characters are drawn for the dark areas of the image, as in black text on white. If
  /// `false`, they are drawn for the bright areas.
  public var drawsDark: Bool

  /// Creates a mode, for example to test a function that draws images.
  ///
  ///     ImageMode(rows: 20, columns: 80, drawsDark: false)
  public init(rows: Int, columns: Int, drawsDark: Bool) {
    self.rows = rows
    self.columns = columns
    self.drawsDark = drawsDark
  }
}

/// The output format and size for a program that converts an image, for terminals that can't
/// display the image file itself.
public struct ImageConversion: Hashable, Sendable {
  /// A graphics protocol that terminals support.
  public enum Form: Hashable, Sendable {
    /// The kitty graphics protocol. The converting program must output one image, in any number of
    /// escape sequences.
    case kitty
    /// The sixel format. The converting program must output a single escape sequence.
    case sixels
  }

  /// The graphics protocol that the terminal supports.
  public let form: Form
  /// The number of rows to fill, in the program's cells, which are usually 8 pixels high. The
  /// aspect ratio is correct already.
  public let rows: Int
  /// The number of columns to fill, in cells 8 pixels wide.
  public let columns: Int

  /// Creates a conversion, for example to test a function that converts images.
  ///
  ///     ImageConversion(form: .sixels, rows: 12, columns: 20)
  public init(form: Form, rows: Int, columns: Int) {
    self.form = form
    self.rows = rows
    self.columns = columns
  }
}
