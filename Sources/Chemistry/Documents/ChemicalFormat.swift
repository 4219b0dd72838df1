/// The file formats that are read and written.
public enum ChemicalFormat: String, Hashable, Sendable, CaseIterable {
  /// A molfile, SDfile, RXN file or RDfile of MDL's; a molecule or DataSheet of SketchEl's; a drawing of ChemDraw's.
  case molfile, sdfile, rxnfile, rdfile, sketchEl, dataSheet, cdx

  /// The format's name as chemists say it.
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

  /// The media type that is customary; IANA has registered none of them.
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

  /// The usual extension first.
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

  /// A file is one structure.
  public var holdsOneRecord: Bool { [.molfile, .rxnfile, .sketchEl].contains(self) }

  /// The file is many records, which can be read one by one.
  public var isIndexed: Bool { self == .sdfile || self == .rdfile }
}
