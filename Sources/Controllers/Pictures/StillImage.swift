/// An image as a file of bytes, for an `ImageController`.
public struct StillImage: Sendable, Equatable {
  /// The name in the top line.
  public var title: String
  /// The facts about the image, in a few words each: its type, its size.
  public var facts: [String]
  /// The bytes of the file: PNG, JPEG, GIF or whatever the drawing program reads.
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

/// The manner in which an image is drawn in characters.
public struct ImageMode: Hashable, Sendable {
  /// The rows that there are for it.
  public var rows: Int
  /// The columns that there are for it.
  public var columns: Int
  /// True if dark parts are drawn and bright ones left blank, as suits black on white.
  public var drawsDark: Bool

  /// Creates a manner.
  ///
  ///     ImageMode(rows: 20, columns: 80, drawsDark: false)
  public init(rows: Int, columns: Int, drawsDark: Bool) {
    self.rows = rows
    self.columns = columns
    self.drawsDark = drawsDark
  }
}
