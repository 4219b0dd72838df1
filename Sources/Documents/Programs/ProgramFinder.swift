import Core
import Glibc

/// Finds programs that open documents: desktop entries, mailcap entries, editor and pager, in this
/// order.
package struct ProgramFinder: Sendable {
  private let application: String
  private let environment: [String: String]
  private let search: SearchPath

  /// Creates a finder for an application, which is excluded from the results.
  ///
  ///     ProgramFinder(for: "molecules", environment: environment)
  public init(for application: String, environment: [String: String]) {
    self.application = application
    self.environment = environment
    search = SearchPath(environment)
  }

  /// Returns the programs for a type. Programs with windows are included only if there is a
  /// display. Nothing is run; the test of a mailcap entry runs when the user chooses the entry.
  ///
  /// Reads up to hundreds of files, so don't call it on the main thread.
  public func programs(for type: DocumentType) -> [DocumentProgram] { find(for: type).programs }

  /// The note is about files that were skipped because other users can write them.
  func find(for type: DocumentType) -> (programs: [DocumentProgram], note: String?) {
    var skipped = SkippedFiles()
    // Programs for the parent type, such as plain text, are included.
    let names = type.mimeTypes + [type.parent].compactMap(\.self)
    var seen: Set<String> = []
    var programs: [DocumentProgram] = []
    for name in names { programs += entries(for: name, &skipped) }
    for name in names { programs += mailcap(for: name, &skipped) }
    programs += standard(for: type)
    return (
      programs.filter { seen.insert($0.id).inserted && ($0.needsTerminal || hasDisplay) },
      skipped.note
    )
  }

  private var hasDisplay: Bool {
    ["DISPLAY", "WAYLAND_DISPLAY"].contains { !(environment[$0] ?? "").isEmpty }
  }

  private func entries(
    for mimeType: String, _ skipped: inout SkippedFiles
  ) -> [DocumentProgram] {
    let database = DesktopDatabase(environment: environment)
    return database.entries(for: mimeType, &skipped).compactMap { entry in
      guard entry.id != application + ".desktop" else { return nil }
      return DocumentProgram(
        id: "desktop:\(entry.id)", name: entry.name, source: .desktop,
        needsTerminal: entry.needsTerminal, command: .entry(entry.exec, path: entry.path))
    }
  }

  private func mailcap(
    for mimeType: String, _ skipped: inout SkippedFiles
  ) -> [DocumentProgram] {
    var entries: [MailcapEntry] = []
    for path in mailcapFiles {
      entries += MailcapEntry.entries(in: skipped.read(path, limit: 4 << 20) ?? [])
    }
    return entries.filter {
      $0.covers(mimeType) && !isOwn($0) && (!$0.isForDisplay || hasDisplay)
    }
    .map { entry in
      DocumentProgram(
        id: "mailcap:\(entry.type):\(entry.command)", name: entry.description ?? entry.command,
        source: .mailcap, needsTerminal: !isForWindows(entry),
        command: .mailcap(
          entry.command, test: entry.test, pager: entry.hasCopiousOutput ? pager : nil))
    }
  }

  private func isOwn(_ entry: MailcapEntry) -> Bool {
    let program = entry.command.split(separator: " ").first ?? ""
    return DocumentRegistry.lastComponent(String(program)) == application
  }

  private func isForWindows(_ entry: MailcapEntry) -> Bool {
    !entry.needsTerminal && !entry.hasCopiousOutput && entry.isForDisplay
  }

  private var mailcapFiles: [String] {
    if let list = environment["MAILCAPS"], !list.isEmpty {
      return list.split(separator: ":").map(String.init)
    }
    let home = DesktopDirectories(environment: environment).home.map { ["\($0)/.mailcap"] } ?? []
    return home + ["/etc/mailcap", "/usr/share/etc/mailcap", "/usr/local/etc/mailcap"]
  }

  private var pager: String { variable("PAGER") ?? "more" }

  private func variable(_ name: String) -> String? {
    environment[name].flatMap { $0[...].trimmed.isEmpty ? nil : $0 }
  }

  private func standard(for type: DocumentType) -> [DocumentProgram] {
    guard type.parent != nil else { return [] }
    var programs: [DocumentProgram] = []
    if let editor = variable("VISUAL") ?? variable("EDITOR") {
      programs.append(
        DocumentProgram(
          id: "editor", name: "Editor (\(ProgramFinder.short(editor)))", source: .editor,
          needsTerminal: true,
          command: .shell(editor)))
    }
    programs.append(
      DocumentProgram(
        id: "pager", name: "Pager (\(ProgramFinder.short(pager)))", source: .pager,
        needsTerminal: true,
        command: .shell(pager)))
    return programs
  }

  /// "vi" for "/usr/bin/vi -u NONE".
  private static func short(_ command: String) -> String {
    let program = command.split(separator: " ").first ?? ""
    return String(program.split(separator: "/").last ?? program)
  }
}
