/// The kind of content of a file that has none of an application's types. Use it to tell the user
/// why the file can't be opened.
public enum ForeignContent: Hashable, Sendable {
  /// The file is empty or contains only whitespace.
  case empty
  /// The file is compressed. The values are the name of the compression and the program that
  /// decompresses it.
  case compressed(String, program: String)
  /// The file is a text in an unsupported encoding. The value is the encoding's name, such as
  /// "UTF-16".
  case encoded(String)
  /// The file is an XML document of an unknown kind. The value is the name of its root element, or
  /// an empty string if it isn't found at the beginning of the file.
  case xml(root: String)
  /// The file has a well-known format that the application doesn't open. The value is the format's
  /// name as it follows "it is": "a PDF document".
  case known(String)
  /// The file isn't text, and its format is unknown.
  case binary
  /// The file is a text that has none of the application's types.
  case text

  /// Determines the kind of content from the beginning of a file.
  ///
  ///     ForeignContent(DocumentHead(Array("%PDF-1.7".utf8)))  // .known("a PDF document")
  public init(_ head: DocumentHead) {
    if head.isBlank {
      self = .empty
    } else if let (_, content) = ForeignContent.signs.first(where: {
      head.bytes.starts(with: $0.0)
    }) {
      self = content
    } else if let root = XMLRoot(head) {
      self = .xml(root: root.name)
    } else if head.isBinary {
      self = .binary
    } else {
      self = .text
    }
  }

  private static let signs: [([UInt8], ForeignContent)] = [
    ([0x1F, 0x8B], .compressed("gzip", program: "gunzip")),
    (Array("BZh".utf8), .compressed("bzip2", program: "bunzip2")),
    ([0xFD, 0x37, 0x7A, 0x58, 0x5A, 0], .compressed("xz", program: "unxz")),
    ([0x28, 0xB5, 0x2F, 0xFD], .compressed("zstd", program: "unzstd")),
    ([0x50, 0x4B, 3, 4], .known("a ZIP archive")),
    ([0xFF, 0xFE, 0, 0], .encoded("UTF-32")),
    ([0xFF, 0xFE], .encoded("UTF-16")),
    ([0xFE, 0xFF], .encoded("UTF-16")),
    ([0x3C, 0, 0x3F, 0], .encoded("UTF-16")),
    ([0, 0x3C, 0, 0x3F], .encoded("UTF-16")),
    (Array("%PDF-".utf8), .known("a PDF document")),
    ([0x89, 0x50, 0x4E, 0x47], .known("a PNG picture")),
    ([0xFF, 0xD8, 0xFF], .known("a JPEG picture")),
    (Array("GIF8".utf8), .known("a GIF picture")),
    ([0x7F, 0x45, 0x4C, 0x46], .known("a program")),
    (Array("SQLite format 3\0".utf8), .known("an SQLite database")),
    ([0xD0, 0xCF, 0x11, 0xE0, 0xA1, 0xB1, 0x1A, 0xE1], .known("an old Office document")),
    (Array("{\\rtf".utf8), .known("an RTF document")),
    (Array(";ELC".utf8), .known("compiled Emacs Lisp")),
    (Array("@prefix".utf8), .known("RDF in Turtle")),
  ]

  private static let roots = [
    "RDF": "RDF/XML", "svg": "an SVG picture", "CDXML": "a ChemDraw CDXML document",
    "cml": "Chemical Markup Language", "html": "a web page",
  ]

  /// The kind of content as text that follows "it is": "compressed with gzip", "an XML document
  /// with the root element “note”".
  public var description: String {
    switch self {
    case .empty: "empty"
    case .compressed(let name, _): "compressed with \(name)"
    case .encoded(let name): "a text in \(name)"
    case .xml(root: ""): "an XML document without a root element"
    case .xml(let root):
      ForeignContent.roots[root] ?? "an XML document with the root element “\(root)”"
    case .known(let name): name
    case .binary: "a binary file"
    case .text: "a text"
    }
  }

  var advice: String? {
    switch self {
    case .compressed(_, let program): "Unpack it with \(program) first."
    case .encoded: "Save it as UTF-8."
    default: nil
    }
  }
}
