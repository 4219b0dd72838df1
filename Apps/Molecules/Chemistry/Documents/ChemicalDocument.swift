/// The content of a chemical file: its records, and the data that belong to the file as a whole.
public struct ChemicalDocument: Hashable, Sendable {
  /// The format that the document was read from or made for. Any format can be written.
  public var format: ChemicalFormat
  /// The title of a DataSheet; empty for other formats.
  public var title = ""
  /// The description of a DataSheet; empty for other formats.
  public var summary = ""
  /// The texts of a drawing that belong to no structure or reaction, such as captions and
  /// conditions; empty for other formats.
  public var texts: [String] = []
  /// The date in an RDfile's header, as it is written there.
  public var date = ""
  /// A DataSheet's columns.
  public var columns: [DataSheet.Column] = []
  /// A DataSheet's extensions: data for other programs, in their own formats.
  public var extensions: [DataSheet.Extension] = []
  /// The records of the file, in file order.
  public var records: [Record] = []
  /// The problems of the file that belong to no record.
  public var problems: [FormatError] = []

  /// `ChemicalDocument(.sdfile, records: records)`
  public init(_ format: ChemicalFormat, records: [Record] = []) {
    self.format = format
    self.records = records
  }
}
