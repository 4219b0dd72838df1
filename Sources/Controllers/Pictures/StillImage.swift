/// An image file for an `ImageController`.
public struct StillImage: Sendable, Equatable {
  /// The name in the top line.
  public var title: String
  /// Short facts about the image, such as its type and its size.
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

/// The mode in which an image is drawn in characters.
public struct ImageMode: Hashable, Sendable {
  /// The number of rows available.
  public var rows: Int
  /// The number of columns available.
  public var columns: Int
  /// Whether dark parts are drawn and bright ones left blank, for black text on white.
  public var drawsDark: Bool

  /// Creates a mode.
  ///
  ///     ImageMode(rows: 20, columns: 80, drawsDark: false)
  public init(rows: Int, columns: Int, drawsDark: Bool) {
    self.rows = rows
    self.columns = columns
    self.drawsDark = drawsDark
  }
}

/// The form to which a program converts an image whose file the terminal can't read.
public struct ImageConversion: Hashable, Sendable {
  /// A form that terminals support.
  public enum Form: Hashable, Sendable {
    /// Pixels in kitty's protocol: the program's output is one image, in any number of sequences.
    case kitty
    /// Sixels: the program's output is a single sequence.
    case sixels
  }

  /// The form that the terminal supports.
  public let form: Form
  /// The number of rows to fill, in the program's cells, which are usually 8 pixels high. The
  /// aspect ratio is correct already.
  public let rows: Int
  /// The number of columns to fill, in cells 8 pixels wide.
  public let columns: Int

  /// Creates a conversion, for tests of a converting closure.
  ///
  ///     ImageConversion(form: .sixels, rows: 12, columns: 20)
  public init(form: Form, rows: Int, columns: Int) {
    self.form = form
    self.rows = rows
    self.columns = columns
  }
}
