/// A part of a file that this library doesn't interpret, stored for writing the same format.
public struct Extra: Hashable, Sendable {
  /// The format of an uninterpreted part.
  public enum Origin: Hashable, Sendable {
    /// SketchEl, first or second version.
    case sketchEl
    /// A V2000 or V3000 connection table. Keys are V3000's if both versions have the data.
    case connectionTable
    /// ChemDraw's CDX.
    case cdx
  }

  /// The only format that the part is written to.
  public var origin: Origin
  /// V3000's keyword; empty in formats without keywords.
  public var key: String
  /// The text as in the file, but with atoms and bonds numbered from 1 in the molecule's order.
  public var value: String

  /// `Extra(.connectionTable, "LABEL", "Boc")`
  public init(_ origin: Origin, _ key: String, _ value: String) {
    self.origin = origin
    self.key = key
    self.value = value
  }
}

extension [Extra] {
  func value(_ key: String, of origin: Extra.Origin = .connectionTable) -> String? {
    first { $0.origin == origin && $0.key == key }?.value
  }
}
