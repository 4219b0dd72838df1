/// A part of a file that this library doesn't interpret, kept for writing the same format again.
public struct Extra: Hashable, Sendable {
  /// The format that a part is from.
  public enum Origin: Hashable, Sendable {
    /// SketchEl, in its first version or its second.
    case sketchEl
    /// V2000 and V3000; keys are those of V3000 where both can say it.
    case connectionTable
    /// ChemDraw's CDX.
    case cdx
  }

  /// The format that has the part, and into which alone it is written.
  public var origin: Origin
  /// V3000's keyword; empty where the format has none.
  public var key: String
  /// As the file has it, with atoms and bonds numbered from 1 in the order of the molecule.
  public var value: String

  /// `Extra(.connectionTable, "LABEL", "Boc")`
  public init(_ origin: Origin, _ key: String, _ value: String) {
    self.origin = origin
    self.key = key
    self.value = value
  }
}

extension [Extra] {
  /// The first value of a keyword.
  func value(_ key: String, of origin: Extra.Origin = .connectionTable) -> String? {
    first { $0.origin == origin && $0.key == key }?.value
  }
}
