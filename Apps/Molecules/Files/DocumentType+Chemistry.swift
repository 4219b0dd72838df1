public import Chemistry
public import Documents
import Reprise

extension DocumentRegistry {
  /// A registry with the document types of all chemical file formats.
  public static let chemistry = DocumentRegistry(ChemicalFormat.allCases.map(DocumentType.init))
}

extension DocumentType {
  /// Creates the document type of a chemical format. Its id is the format's raw value.
  ///
  ///     DocumentType(.sdfile)
  public init(_ format: ChemicalFormat) {
    self.init(
      format.rawValue, name: format.title, mimeTypes: [format.mimeType],
      extensions: format.extensions, parent: format.parent, magic: format.magic,
      rootElements: format == .dataSheet ? ["DataSheet"] : [], isMarked: format.isMarked,
      namesakes: format.namesakes, recognizes: { ChemicalFormat.sniff($0.bytes) == format })
    // A molfile with nothing after `M  END` can be an SDfile with one record.
    if format == .molfile { lookalikes = [ChemicalFormat.sdfile.rawValue] }
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

/// Compares a file's name with its content.
enum InodeIdentity {
  /// A sentence and the right file extension, if the content contradicts the name; otherwise `nil`.
  static func footer(of path: String) -> (sentence: String, ending: String)? {
    guard let head = try? ChemicalFile.head(of: path),
      ChemicalFormat.format(of: head.bytes, fileName: head.name) != nil,
      let found = try? DocumentRegistry.chemistry.identify(
        DocumentHead(head.bytes), fileName: head.name),
      let footer = found.footer
    else { return nil }
    return (footer, found.type.extensions.first ?? "")
  }

  /// An error that names the file's kind if it isn't chemical; `nil` if it is, or is unreadable.
  static func problem(of path: String) -> FormatError? {
    guard let head = try? ChemicalFile.head(of: path),
      ChemicalFormat.format(of: head.bytes, fileName: head.name) == nil
    else { return nil }
    do {
      // If the extension is one of ours, the format's own reader reports the error.
      _ = try DocumentRegistry.chemistry.identify(DocumentHead(head.bytes), fileName: head.name)
      return nil
    } catch {
      return FormatError(
        .whole, error.errorDescription ?? "This isn't a chemical file.",
        advice: error.recoverySuggestion ?? "Choose another file.")
    }
  }
}
