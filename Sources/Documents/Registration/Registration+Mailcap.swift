extension Registration {
  /// The lines for ~/.mailcap: a viewer for each type and, if the application prints documents, a
  /// text converter.
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

  /// The lines for ~/.mime.types: each type's extensions. Content isn't considered there, so
  /// extensions that other kinds of files share are included only if they are claimed.
  var mimeTypesLines: [String] {
    types.compactMap { type in
      let own = type.extensions.filter { claimsExtensions || type.namesakes[$0] == nil }
      guard let name = type.mimeTypes.first, !own.isEmpty else { return nil }
      return "\(name) \(own.joined(separator: " "))"
    }
  }

  /// The extensions that aren't claimed, with the other kind of file: "el (Emacs Lisp)".
  var unclaimed: [String] {
    guard !claimsExtensions else { return [] }
    return types.flatMap { type in
      type.extensions.compactMap { ending in
        type.namesakes[ending].map { "\(ending) (\($0))" }
      }
    }
  }

  /// Quotes an argument for a mailcap's shell command, in which `%`, `;` and backslashes have a
  /// meaning of their own.
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
