/// An application's registration with the desktop: its name, how it is started, and what it opens.
///
///     Registration(
///       "molecules", title: "Molecules", summary: "Shows chemical files",
///       program: "/usr/bin/molecules",
///       types: registry.types, schemes: ["molecules"])
public struct Registration: Sendable {
  /// The name of the application's command. The registered files are named after it.
  public let application: String
  /// The name shown to the user, and a one-sentence summary.
  public var title, summary: String
  /// The kind of program, shown in menus: "Molecule viewer".
  public var genericName: String
  /// The program's absolute path.
  public var program: String
  /// The document types that the application opens.
  public var types: [DocumentType]
  /// The application's own URL schemes, without a colon.
  public var schemes: [String]
  /// The menu categories: "Science", "Chemistry".
  public var categories: [String]
  /// Whether to register the application for file extensions that other kinds of files also have.
  public var claimsExtensions: Bool

  /// Creates a description of the registration. It writes nothing; a `Registrar` carries it out.
  public init(
    _ application: String, title: String, summary: String = "", genericName: String = "",
    program: String, types: [DocumentType] = [], schemes: [String] = [],
    categories: [String] = ["Utility"], claimsExtensions: Bool = false
  ) {
    self.application = application
    self.title = title
    self.summary = summary
    self.genericName = genericName
    self.program = program
    self.types = types
    self.schemes = schemes
    self.categories = categories
    self.claimsExtensions = claimsExtensions
  }

  /// The desktop file id, which is also the file name of the application's desktop entry, such as
  /// "molecules.desktop".
  public var desktopID: String { application + ".desktop" }

  /// The MIME types to register, including those of URL schemes.
  public var mimeTypes: [String] {
    types.compactMap(\.mimeTypes.first) + schemes.map { "x-scheme-handler/\($0)" }
  }

  var mark: String {
    "Written by “\(application) register”; “\(application) unregister” deletes it."
  }

  func hasMark(_ bytes: [UInt8]) -> Bool {
    String(decoding: bytes.prefix(4096), as: UTF8.self).contains(mark)
  }

  var refusal: String? {
    let names = [application] + schemes + types.flatMap(\.extensions)
    if let name = names.first(where: { !Registration.isPlain($0) }) {
      return "“\(name)” has other characters than letters, digits, and + - . _"
    }
    if let name = mimeTypes.first(where: {
      let parts = $0.split(separator: "/", omittingEmptySubsequences: false)
      return parts.count != 2 || !parts.allSatisfy { Registration.isPlain(String($0)) }
    }) {
      return "“\(name)” isn't a MIME type"
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

extension Registration {
  var desktopEntry: String {
    var lines = [
      "# \(mark)", "[Desktop Entry]", "Type=Application", "Version=1.0", "Name=\(value(title))",
    ]
    if !genericName.isEmpty { lines.append("GenericName=\(value(genericName))") }
    if !summary.isEmpty { lines.append("Comment=\(value(summary))") }
    // With URL schemes, files are passed as `file:` URLs. Without file types, only one URL is
    // passed at a time.
    let operands = schemes.isEmpty ? " %F" : types.isEmpty ? " %u" : " %U"
    lines += [
      "Exec=\(value(ExecLine.quoted(program) + operands))",
      "TryExec=\(value(program))", "Terminal=true", "StartupNotify=false",
    ]
    if !categories.isEmpty { lines.append("Categories=\(list(categories))") }
    if !mimeTypes.isEmpty { lines.append("MimeType=\(list(mimeTypes))") }
    return lines.joined(separator: "\n") + "\n"
  }

  private func list(_ elements: [String]) -> String {
    elements.map { value($0).replacing(";", with: "\\;") + ";" }.joined()
  }

  private func value(_ text: String) -> String {
    text.map { character in
      switch character {
      case "\\": "\\\\"
      case "\t": "\\t"
      case _ where character.isNewline: " "
      default: String(character)
      }
    }
    .joined()
  }
}

extension Registration {
  /// At 40, another type with the same extension wins if the content decides for neither; at 60,
  /// this one wins.
  private var weight: Int { claimsExtensions ? 60 : 40 }

  /// A shared-mime-info package.
  var mimePackage: String {
    var lines = [
      #"<?xml version="1.0" encoding="UTF-8"?>"#,
      "<!-- \(mark) -->",
      #"<mime-info xmlns="http://www.freedesktop.org/standards/shared-mime-info">"#,
    ]
    for type in types {
      guard let name = type.mimeTypes.first else { continue }
      lines.append(#"  <mime-type type="\#(name)">"#)
      lines.append("    <comment>\(Registration.escaped(type.name))</comment>")
      if let parent = type.parent { lines.append(#"    <sub-class-of type="\#(parent)"/>"#) }
      lines += type.mimeTypes.dropFirst().map { #"    <alias type="\#($0)"/>"# }
      lines += Registration.magic(of: type)
      for root in type.rootElements {
        lines.append(#"    <root-XML namespaceURI="" localName="\#(Registration.escaped(root))"/>"#)
      }
      lines += type.extensions.map { #"    <glob pattern="*.\#($0)" weight="\#(weight)"/>"# }
      lines.append("  </mime-type>")
    }
    lines.append("</mime-info>")
    return lines.joined(separator: "\n") + "\n"
  }

  private static func magic(of type: DocumentType) -> [String] {
    let roots = type.rootElements.map { Magic("<" + $0, at: 0...256) }
    let matches = (type.magic + roots).map { magic in
      let (first, last) = (magic.offsets.lowerBound, magic.offsets.upperBound)
      let offset = first == last ? "\(first)" : "\(first):\(last)"
      return #"      <match type="string" offset="\#(offset)" value="\#(string(magic.bytes))"/>"#
    }
    return matches.isEmpty ? [] : [#"    <magic priority="60">"#] + matches + ["    </magic>"]
  }

  private static func string(_ bytes: [UInt8]) -> String {
    escaped(
      bytes.map { byte in
        if byte == UInt8(ascii: "\\") { return "\\\\" }
        if (0x20..<0x7F).contains(byte) { return String(UnicodeScalar(byte)) }
        let digits = String(byte, radix: 16)
        return "\\x" + (digits.utf8.count == 1 ? "0" : "") + digits
      }
      .joined())
  }

  static func escaped(_ text: String) -> String {
    text.map { character in
      switch character {
      case "&": "&amp;"
      case "<": "&lt;"
      case ">": "&gt;"
      case "\"": "&quot;"
      default: String(character)
      }
    }
    .joined()
  }
}

extension Registration {
  /// With the other kind of file: "el (Emacs Lisp)".
  var unclaimed: [String] {
    guard !claimsExtensions else { return [] }
    return types.flatMap { type in
      type.extensions.compactMap { ending in
        type.namesakes[ending].map { "\(ending) (\($0))" }
      }
    }
  }
}
