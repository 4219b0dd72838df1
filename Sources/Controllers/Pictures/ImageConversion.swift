/// The form into which a program is asked to bring an image, for terminals that don't read its file.
public struct ImageConversion: Hashable, Sendable {
  /// The forms.
  public enum Form: Hashable, Sendable {
    /// Pixels in kitty's protocol: the program's output is one image, in as many sequences as it likes.
    case kitty
    /// Sixels: the program's output is one sequence.
    case sixels
  }

  /// The form.
  public let form: Form
  /// The rows of a program's own cells, 8 pixels high as a rule, that the image is to fill; the proportion is right already.
  public let rows: Int
  /// The columns of such cells, 8 pixels wide.
  public let columns: Int

  /// Creates a conversion, as a test of a converting closure needs it.
  ///
  ///     ImageConversion(form: .sixels, rows: 12, columns: 20)
  public init(form: Form, rows: Int, columns: Int) {
    self.form = form
    self.rows = rows
    self.columns = columns
  }
}
