/// A program in the desktop's menu: its name, command line, and the types it opens, as defined by
/// the Desktop Entry Specification.
package struct DesktopEntry: Identifiable, Hashable, Sendable {
  /// The path below the applications directory, with hyphens for slashes.
  public let id: String
  public let path: String
  public let name: String
  public let exec: ExecLine
  public let tryExec: String?
  public let mimeTypes: [String]
  public let needsTerminal: Bool
  /// Because of `NoDisplay`, or because the entry is for another desktop.
  public let isHiddenFromMenus: Bool

  /// `nil` if the entry is deleted (`Hidden`), isn't an application, or has no command line.
  public init?(
    _ bytes: [UInt8], id: String, path: String, language: String = "", desktops: [String] = []
  ) {
    let lines = GroupedLines(bytes)
    func value(_ key: String) -> String? {
      lines.value(key, in: "Desktop Entry").map(DesktopEntry.unescaped)
    }
    func isTrue(_ key: String) -> Bool { value(key) == "true" }
    func list(_ key: String) -> [String] {
      lines.list(key, in: "Desktop Entry").map { DesktopEntry.unescaped($0) }
    }
    guard value("Type") == "Application", !isTrue("Hidden"), let exec = value("Exec"),
      let line = ExecLine(exec)
    else { return nil }
    let names = DesktopEntry.locales(language).map { "Name[\($0)]" } + ["Name"]
    self.id = id
    self.path = path
    name = names.lazy.compactMap(value).first { !$0.isEmpty } ?? id
    self.exec = line
    tryExec = value("TryExec")
    mimeTypes = list("MimeType").map { $0.lowercased() }
    needsTerminal = isTrue("Terminal")
    let (only, not) = (list("OnlyShowIn"), list("NotShowIn"))
    let isForOthers =
      !only.isEmpty && !only.contains { desktops.contains($0.lowercased()) }
      || not.contains { desktops.contains($0.lowercased()) }
    isHiddenFromMenus = isTrue("NoDisplay") || isForOthers
  }

  /// Best match first: "de_DE", "de".
  static func locales(_ language: String) -> [String] {
    let locale = String(language.prefix { $0 != "." && $0 != "@" })
    guard !["", "C", "POSIX"].contains(locale) else { return [] }
    let short = String(locale.prefix { $0 != "_" })
    return locale == short ? [locale] : [locale, short]
  }

  private static let escapes: [Substring: String] = [
    "\\s": " ", "\\n": "\n", "\\t": "\t", "\\r": "\r", "\\\\": "\\",
  ]

  private static func unescaped(_ text: String) -> String {
    guard text.contains("\\") else { return text }
    return text.replacing(/\\./) { escapes[$0.output] ?? String($0.output) }
  }
}
