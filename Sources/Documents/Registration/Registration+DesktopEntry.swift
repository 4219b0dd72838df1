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
