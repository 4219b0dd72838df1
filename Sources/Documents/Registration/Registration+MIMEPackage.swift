extension Registration {
  /// The weight of an extension's glob. At 40, another type with the same extension wins if the
  /// content decides for neither; at 60, this one wins.
  private var weight: Int { claimsExtensions ? 60 : 40 }

  /// The types as a shared-mime-info package.
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

  /// Escapes bytes as a shared-mime-info string in XML.
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
