/// An application's entry among the programs of a desktop: what it is called, how it is started, and what it opens.
///
///     Registration(
///       "molecules", title: "Molecules", summary: "Shows chemical files", program: "/usr/bin/molecules",
///       types: registry.types, schemes: ["molecules"])
public struct Registration: Sendable {
  /// The command's name, after which the files are called.
  public let application: String
  /// The name that a person sees, and one sentence.
  public var title, summary: String
  /// The kind of program, as menus sort it: "Molecule viewer".
  public var genericName: String
  /// The program's absolute path.
  public var program: String
  /// The types of document that the application opens.
  public var types: [DocumentType]
  /// The schemes of the application's own URLs, without a colon.
  public var schemes: [String]
  /// The menu's categories: "Science", "Chemistry".
  public var categories: [String]
  /// Arguments with which the application prints a document as text, before the file's name; nil if it can't.
  public var printing: [String]?
  /// True if the extensions are the application's even where another kind of file has them.
  public var claimsExtensions: Bool

  /// Creates a registration; nothing is written yet.
  public init(
    _ application: String, title: String, summary: String = "", genericName: String = "",
    program: String, types: [DocumentType] = [], schemes: [String] = [],
    categories: [String] = ["Utility"], printing: [String]? = nil, claimsExtensions: Bool = false
  ) {
    self.application = application
    self.title = title
    self.summary = summary
    self.genericName = genericName
    self.program = program
    self.types = types
    self.schemes = schemes
    self.categories = categories
    self.printing = printing
    self.claimsExtensions = claimsExtensions
  }

  /// The id of the desktop entry: the name of its file.
  public var desktopID: String { application + ".desktop" }

  /// The MIME types that programs are registered for, those of URLs included.
  public var mimeTypes: [String] {
    types.compactMap(\.mimeTypes.first) + schemes.map { "x-scheme-handler/\($0)" }
  }

  /// The sentence in a file that says whose it is.
  var mark: String {
    "Written by “\(application) register”; “\(application) unregister” deletes it."
  }

  /// The reason why nothing can be written of this registration; nil if all is well.
  var refusal: String? {
    let names = [application] + schemes + types.flatMap(\.extensions)
    if let name = names.first(where: { !Registration.isPlain($0) }) {
      return "“\(name)” has other characters than letters, digits, and + - . _"
    }
    if let name = mimeTypes.first(where: {
      let parts = $0.split(separator: "/", omittingEmptySubsequences: false)
      return parts.count != 2 || !parts.allSatisfy { Registration.isPlain(String($0)) }
    }) {
      return "“\(name)” is no MIME type"
    }
    guard program.hasPrefix("/"), !program.contains(where: { $0.isNewline || $0 == "=" }) else {
      return "the program's path, \(program), isn't absolute, or has a line end or “=” in it"
    }
    return nil
  }

  private static func isPlain(_ name: String) -> Bool {
    !name.isEmpty && !name.hasPrefix(".") && !name.hasPrefix("-")
      && name.unicodeScalars.allSatisfy {
        $0.isASCII && ($0.properties.isAlphabetic || $0.properties.numericType != nil)
          || "+-._".unicodeScalars.contains($0)
      }
  }
}
