/// The file formats that are read and written.
public enum ChemicalFormat: String, Hashable, Sendable, CaseIterable {
  /// A molfile, SDfile, RXN file or RDfile (MDL), SketchEl molecule, DataSheet, or ChemDraw file.
  case molfile, sdfile, rxnfile, rdfile, sketchEl, dataSheet, cdx

  /// The format's name as chemists know it.
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

  /// The customary media type. None of them is registered with IANA.
  public var mimeType: String {
    switch self {
    case .molfile: "chemical/x-mdl-molfile"
    case .sdfile: "chemical/x-mdl-sdfile"
    case .rxnfile: "chemical/x-mdl-rxnfile"
    case .rdfile: "chemical/x-mdl-rdfile"
    case .sketchEl: "chemical/x-sketchel"
    case .dataSheet: "chemical/x-datasheet"
    case .cdx: "chemical/x-cdx"
    }
  }

  /// The file extensions, the most usual one first.
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

  /// Whether a file holds exactly one structure.
  public var holdsOneRecord: Bool { [.molfile, .rxnfile, .sketchEl].contains(self) }

  /// Whether a file holds many records that can be indexed and read one by one.
  public var isIndexed: Bool { self == .sdfile || self == .rdfile }
}
