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
