extension Registration {
  /// The lines for ~/.mailcap: viewers of each type, and where the application prints documents, printers of them.
  var mailcapLines: [String] {
    let command = Registration.shellWord(program)
    return types.flatMap { type -> [String] in
      guard let name = type.mimeTypes.first else { return [] }
      let ending = type.extensions.first.map { "; nametemplate=%s.\($0)" } ?? ""
      let words = type.name.filter { $0 != ";" && $0 != "\\" && $0 != "%" }
      let view = "\(name); \(command) %s; needsterminal; description=\(words)\(ending)"
      guard let printing else { return [view] }
      let arguments = printing.map { Registration.shellWord($0) + " " }.joined()
      return [view, "\(name); \(command) \(arguments)%s; copiousoutput\(ending)"]
    }
  }

  /// The lines for ~/.mime.types: the extensions of each type, without those that other kinds of file have too, unless they are claimed.
  /// Nothing looks at the content there.
  var mimeTypesLines: [String] {
    types.compactMap { type in
      let own = type.extensions.filter { claimsExtensions || type.namesakes[$0] == nil }
      guard let name = type.mimeTypes.first, !own.isEmpty else { return nil }
      return "\(name) \(own.joined(separator: " "))"
    }
  }

  /// The extensions that are left to others, each with them: "el (Emacs Lisp)".
  var unclaimed: [String] {
    guard !claimsExtensions else { return [] }
    return types.flatMap { type in
      type.extensions.compactMap { ending in
        type.namesakes[ending].map { "\(ending) (\($0))" }
      }
    }
  }

  /// A word for the shell of a mailcap, where `%`, `;` and backslashes mean something before it sees them.
  private static func shellWord(_ word: String) -> String {
    let isPlain = word.unicodeScalars.allSatisfy {
      $0.isASCII && ($0.properties.isAlphabetic || $0.properties.numericType != nil)
        || "+-._/=:@".unicodeScalars.contains($0)
    }
    guard !isPlain else { return word }
    let quoted = "'" + word.replacing("'", with: #"'"'"'"#) + "'"
    return quoted.replacing(#"\"#, with: #"\\"#).replacing("%", with: #"\%"#)
      .replacing(";", with: #"\;"#)
  }
}
