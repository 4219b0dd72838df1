import Core
import Glibc

/// Finds programs that open documents: desktop entries, editor and pager, in this order.
package struct ProgramFinder: Sendable {
  private let application: String
  private let environment: [String: String]

  /// The application itself is excluded from the results.
  public init(for application: String, environment: [String: String]) {
    self.application = application
    self.environment = environment
  }

  /// Reads up to hundreds of files, so don't call it on the main thread. Runs nothing.
  public func programs(for type: DocumentType) -> [DocumentProgram] { find(for: type).programs }

  /// The note is about files that were skipped because other users can write them.
  func find(for type: DocumentType) -> (programs: [DocumentProgram], note: String?) {
    var skipped = SkippedFiles()
    // Programs for the parent type, such as plain text, are included.
    let names = type.mimeTypes + [type.parent].compactMap(\.self)
    var seen: Set<String> = []
    var programs: [DocumentProgram] = []
    for name in names { programs += entries(for: name, &skipped) }
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
