/// A file as a whole: its records, and what it says of all of them.
public struct ChemicalDocument: Hashable, Sendable {
  /// The format that the document was read in, or made for; `written(as:version:)` writes any of them.
  public var format: ChemicalFormat
  /// The title of a DataSheet; empty for other formats.
  public var title = ""
  /// The description of a DataSheet; empty for other formats.
  public var summary = ""
  /// The texts of a drawing that are no part of its structures and reactions: captions,
  /// conditions; empty for other formats.
  public var texts: [String] = []
  /// The date that an RDfile's head has, as it is written there.
  public var date = ""
  /// A DataSheet's columns.
  public var columns: [DataSheet.Column] = []
  /// A DataSheet's parts for other programs.
  public var extensions: [DataSheet.Extension] = []
  /// The entries of the file, in its order.
  public var records: [Record] = []
  /// The problems of the file that belong to no record.
  public var problems: [FormatError] = []

  /// `ChemicalDocument(.sdfile, records: records)`
  public init(_ format: ChemicalFormat, records: [Record] = []) {
    self.format = format
    self.records = records
  }
}
