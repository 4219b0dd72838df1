/// A chemical file format that this library reads and writes.
public enum ChemicalFormat: String, Hashable, Sendable, CaseIterable {
  /// A molfile, SDfile, RXN file or RDfile of MDL, a SketchEl molecule, an XML DataSheet, or a CDX
  /// file of ChemDraw.
  case molfile, sdfile, rxnfile, rdfile, sketchEl, dataSheet, cdx

  /// The name of the format, as chemists use it.
  public var title: String {
    switch self {
    case .molfile: "Molfile"
    case .sdfile: "SDfile"
    case .rxnfile: "RXN file"
    case .rdfile: "RDfile"
    case .sketchEl: "SketchEl molecule"
    case .dataSheet: "XML DataSheet"
    case .cdx: "ChemDraw CDX"
    }
  }

  /// The media type that programs customarily use for the format. None is registered with IANA.
  public var mimeType: String {
    "chemical/x-" + (isConnectionTable ? "mdl-" : "") + rawValue.lowercased()
  }

  private var isConnectionTable: Bool {
    [.molfile, .sdfile, .rxnfile, .rdfile].contains(self)
  }

  /// The file extensions of the format, the most common one first.
  public var extensions: [String] {
    switch self {
    case .molfile: ["mol", "mdl"]
    case .sdfile: ["sdf", "sd"]
    case .rxnfile: ["rxn"]
    case .rdfile: ["rdf", "rd"]
    case .sketchEl: ["el"]
    case .dataSheet: ["ds"]
    case .cdx: ["cdx"]
    }
  }

  /// Whether a file in this format holds exactly one structure.
  public var holdsOneRecord: Bool { [.molfile, .rxnfile, .sketchEl].contains(self) }

  /// Whether the records of a file in this format can be indexed and read one by one.
  public var isIndexed: Bool { self == .sdfile || self == .rdfile }
}

extension ChemicalFormat {
  /// Usually enough to detect the format.
  static let sniffedByteCount = 65_536

  /// Detects the format of a file from its content alone; `nil` if it is no chemical format.
  ///
  /// A molfile and an SDfile with one record differ only in the lines after `M  END`. If `prefix`
  /// has no data and no `$$$$` there, the result is a molfile. It has ideally 64 KiB.
  public static func sniff(_ prefix: [UInt8]) -> ChemicalFormat? {
    if prefix.starts(with: CDXParser.magic) || CDXParser.base64(in: prefix) != nil { return .cdx }
    // A ZIP archive or gzip file can contain an uncompressed molfile.
    let isPacked =
      prefix.starts(with: PackedFile.magic) || prefix.starts(with: [0x50, 0x4B, 3, 4])
    guard !isPacked else { return nil }
    let bytes = prefix.starts(with: [0xEF, 0xBB, 0xBF]) ? prefix[3...] : prefix[...]
    // The first line of a molfile is free text, which may begin with "<".
    return isDataSheet(bytes) ? .dataSheet : sniffText(Array(bytes))
  }

  /// Returns whether the bytes begin a molfile but end before it is clear if records follow.
  static func isUndecided(_ prefix: [UInt8]) -> Bool {
    guard sniff(prefix) == .molfile else { return false }
    var lines = TextLines(prefix)
    while let line = lines.take() {
      // A title, a data header or the end of a record is within the next few lines.
      if line.hasPrefix("M  END") { return prefix.count - line.bytes.endIndex < 4096 }
    }
    return true
  }

  private static func sniffText(_ bytes: [UInt8]) -> ChemicalFormat? {
    let head = TextLines(bytes).head(6)
    let firstWritten = head.prefix(4).first { !$0.isBlank }
    if let line = firstWritten {
      if SketchElReader.counts(line) != nil { return .sketchEl }
      if line.hasPrefix("$RDFILE") || line.hasPrefix("$RFMT") || line.hasPrefix("$MFMT") {
        return .rdfile
      }
      if line.hasPrefix("$RXN") { return .rxnfile }
      if line.hasPrefix("$MDL") { return .molfile }
    }
    guard let counts = MolfileReader.countsIndex(in: head) else { return nil }
    var rest = TextLines(bytes)
    for _ in 0...counts { _ = rest.take() }
    let isTagged = head[counts].contains("V2000") || head[counts].contains("V3000")
    return moleculeFormat(&rest, isTagged: isTagged)
  }

  private static func moleculeFormat(_ rest: inout TextLines, isTagged: Bool) -> ChemicalFormat? {
    var hasEnd = false
    while let line = rest.take() {
      if SDfileReader.isEnd(line) { return .sdfile }
      if line.hasPrefix("M  END") { hasEnd = true }
      if hasEnd, SDfileReader.isHead(line) { return .sdfile }
    }
    return isTagged || hasEnd ? .molfile : nil
  }

  private static func isDataSheet(_ bytes: ArraySlice<UInt8>) -> Bool {
    guard bytes.first(where: { $0 > 0x20 }) == UInt8(ascii: "<") else { return false }
    let text = Characters.decode(bytes.prefix(8192))
    var rest = text[...]
    while let start = rest.firstIndex(of: "<") {
      rest = rest[rest.index(after: start)...]
      if rest.hasPrefix("!--") {
        guard let end = rest.firstRange(of: "-->") else { break }
        rest = rest[end.upperBound...]
        continue
      }
      guard let character = rest.first, character.isLetter || character == "_" else { continue }
      return rest.prefix { !$0.isWhitespace && $0 != ">" && $0 != "/" } == "DataSheet"
    }
    return false
  }

  /// Detects the format as `sniff(_:)` does and, if necessary, from the file's extension. Only the
  /// extension distinguishes a molfile from an SDfile with one record if neither data nor `$$$$`
  /// follow the record's structure. It also identifies an SDfile whose first structure is damaged.
  public static func format(of prefix: [UInt8], fileName: String) -> ChemicalFormat? {
    let sniffed = sniff(prefix)
    let dot = fileName.lastIndex(of: ".")
    let ending = dot.map { fileName[fileName.index(after: $0)...].lowercased() } ?? ""
    guard ChemicalFormat.sdfile.extensions.contains(ending) else { return sniffed }
    if sniffed == .molfile { return .sdfile }
    // If the structure of the first record is damaged, only the extension identifies an SDfile.
    let isDamaged =
      sniffed == nil && !prefix.prefix(4096).contains(0)
      && prefix.split(separator: 0x0A).contains { $0.starts(with: "$$$$".utf8) }
    return isDamaged ? .sdfile : sniffed
  }

  static func detected(in prefix: [UInt8], fileName: String) throws -> ChemicalFormat {
    if let format = format(of: prefix, fileName: fileName) { return format }
    guard prefix.contains(where: { $0 > 0x20 || $0 == 0 }) else {
      throw FormatError(.whole, "The file is empty.", advice: "Choose a file with structures.")
    }
    throw FormatError(
      .whole, "The file is in none of the chemical formats.",
      advice: "Molfiles, SDfiles, RXN and RDfiles, SketchEl, DataSheets and CDX can be opened.")
  }
}
