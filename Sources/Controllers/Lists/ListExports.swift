/// The file formats that a list's rows, as they are filtered and sorted, can be exported to.
public struct ListExports<Row: Sendable>: Sendable {
  /// One format of file.
  public struct Format: Sendable {
    /// The format's name for the person; in lower case, the file's ending: "CSV" and "csv".
    public let name: String
    /// Returns the file's text for the rows.
    public let text: @Sendable ([Row]) -> String

    /// Creates a format.
    public init(_ name: String, text: @escaping @Sendable ([Row]) -> String) {
      self.name = name
      self.text = text
    }
  }

  /// The folder that the files are written into.
  public let folder: String
  /// The files' name without the ending: "virtual-systems".
  public let fileName: String
  /// The formats to choose from.
  public let formats: [Format]

  /// Creates exports.
  /// ```swift
  /// ListExports(
  ///   folder: folder, fileName: "systems",
  ///   formats: [.init("CSV") { CSV($0, columns: columns).text }])
  /// ```
  public init(folder: String, fileName: String, formats: [Format]) {
    self.folder = folder
    self.fileName = fileName
    self.formats = formats
  }
}
