/// A program in the desktop's menu: its name, command line, and the types it opens, as defined by
/// the Desktop Entry Specification.
package struct DesktopEntry: Identifiable, Hashable, Sendable {
  /// The desktop file id: the entry's path below the applications directory, with slashes replaced
  /// by hyphens, such as "org.gnome.gedit.desktop".
  public let id: String
  /// The path of the entry's file.
  public let path: String
  /// The program's name in the user's language.
  public let name: String
  /// The command line that starts the program.
  public let exec: ExecLine
  /// A program that must be installed for the entry to be used; `nil` if the entry names none.
  public let tryExec: String?
  /// The MIME types that the program opens.
  public let mimeTypes: [String]
  /// Whether the program runs in a terminal.
  public let needsTerminal: Bool
  /// Whether the program isn't shown in menus, because of `NoDisplay` or because it is for another
  /// desktop.
  public let isHiddenFromMenus: Bool

  /// Parses an entry. Returns `nil` if it is deleted (`Hidden`), isn't an application, or has no
  /// command line.
  ///
  ///     DesktopEntry(bytes, id: "gedit.desktop", path: "/usr/share/applications/gedit.desktop",
  ///       language: "de_DE.UTF-8")
  ///
  /// - Parameters:
  ///   - bytes: The contents of the entry's file.
  ///   - id: The desktop file id: "org.gnome.gedit.desktop".
  ///   - path: The path of the file.
  ///   - language: The user's language in the format of LANG: "de_DE.UTF-8".
  ///   - desktops: The names of the current desktop, in lowercase.
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

  /// Best match first: "de_DE@euro", "de_DE", "de@euro", "de".
  static func locales(_ language: String) -> [String] {
    let withoutEncoding = language.replacing(/\.[^@]*/, with: "")
    let parts = withoutEncoding.split(separator: "@", maxSplits: 1).map(String.init)
    guard let locale = parts.first, locale != "C", locale != "POSIX" else { return [] }
    let short = String(locale.prefix { $0 != "_" })
    let modifier = parts.dropFirst().first.map { "@\($0)" }
    var all = [modifier.map { locale + $0 }, locale, modifier.map { short + $0 }, short]
      .compactMap(\.self)
    if locale == short { all = [modifier.map { locale + $0 }, locale].compactMap(\.self) }
    return all
  }

  private static let escapes: [Substring: String] = [
    "\\s": " ", "\\n": "\n", "\\t": "\t", "\\r": "\r", "\\\\": "\\",
  ]

  private static func unescaped(_ text: String) -> String {
    guard text.contains("\\") else { return text }
    return text.replacing(/\\./) { escapes[$0.output] ?? String($0.output) }
  }
}
