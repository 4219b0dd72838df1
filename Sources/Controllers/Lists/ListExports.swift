/// The ways in which a list's rows, as they are filtered and sorted, can be written into a file.
public struct ListExports<Row: Sendable>: Sendable {
  public struct Format: Sendable {
    /// Names the format to the person, and the file: "CSV" and "csv".
    public let name: String
    public let text: @Sendable ([Row]) -> String

    public init(_ name: String, text: @escaping @Sendable ([Row]) -> String) {
      self.name = name
      self.text = text
    }
  }

  /// Where the files go.
  public let folder: String
  /// What they are called, without the ending: "virtual-systems".
  public let fileName: String
  public let formats: [Format]

  public init(folder: String, fileName: String, formats: [Format]) {
    self.folder = folder
    self.fileName = fileName
    self.formats = formats
  }
}
