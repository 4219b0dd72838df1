public import Chemistry
public import Documents

extension DocumentRegistry {
  /// The document types of all chemical formats.
  public static let chemistry = DocumentRegistry(ChemicalFormat.allCases.map(DocumentType.init))
}

extension DocumentType {
  /// The document type of a chemical format. Its id is the format's raw value.
  ///
  ///     DocumentType(.sdfile)
  public init(_ format: ChemicalFormat) {
    self.init(
      format.rawValue, name: format.title, mimeTypes: [format.mimeType],
      extensions: format.extensions, parent: format.parent, magic: format.magic,
      rootElements: format == .dataSheet ? ["DataSheet"] : [], isMarked: format.isMarked,
      namesakes: format.namesakes,
      // A molfile with nothing after `M  END` can be an SDfile with one record.
      lookalikes: format == .molfile ? [ChemicalFormat.sdfile.rawValue] : [],
      recognizes: { ChemicalFormat.sniff($0.bytes).format == format })
  }
}

extension ChemicalFormat {
  fileprivate var parent: String? {
    switch self {
    case .cdx: nil
    case .dataSheet: "application/xml"
    default: "text/plain"
    }
  }

  fileprivate var magic: [Magic] {
    switch self {
    case .sketchEl: [Magic("SketchEl!("), Magic("Elements!(")]
    case .rxnfile: [Magic("$RXN")]
    case .rdfile: [Magic("$RDFILE "), Magic("$RFMT"), Magic("$MFMT")]
    // The second and third signatures are the first one in base64.
    case .cdx: [Magic("VjCD0100"), Magic("VmpDRDAxMDA"), Magic("base64::VmpDRDAxMDA")]
    case .molfile, .sdfile, .dataSheet: []
    }
  }

  /// A molfile or SDfile without a counts line is read as far as possible, so its name suffices.
  fileprivate var isMarked: Bool { self != .molfile && self != .sdfile }

  fileprivate var namesakes: [String: String] {
    switch self {
    case .sketchEl: ["el": "Emacs Lisp"]
    case .rdfile: ["rdf": "RDF/XML and Turtle"]
    default: [:]
    }
  }
}
