import Files
import Foundation

/// Finds the programs that open documents: applications of this family, desktop entries, mailcaps, editor and pager, in this order.
public struct ProgramFinder: Sendable {
  private let application: String
  private let environment: [String: String]
  private let family: [FamilyMember]
  private let search: SearchPath

  /// Creates a finder for an application, which isn't among what is found.
  ///
  ///     ProgramFinder(for: "molecules", environment: environment)
  public init(
    for application: String, environment: [String: String], family: [FamilyMember] = []
  ) {
    self.application = application
    self.environment = environment
    self.family = family
    search = SearchPath(environment)
  }

  /// The programs for a type. Windows are offered only where there is a display, and an entry of a mailcap only if its test is passed.
  ///
  /// Commands of mailcaps are run here, each for at most two seconds; so don't call this on the main thread.
  public func programs(for type: DocumentType) -> [DocumentProgram] {
    // A program for all texts will do for a special kind of text, too.
    let names = type.mimeTypes + [type.parent].compactMap(\.self)
    var seen: Set<String> = []
    return
      (members(for: names) + names.flatMap(entries) + names.flatMap(mailcap) + standard(for: type))
      .filter { seen.insert($0.id).inserted && ($0.needsTerminal || hasDisplay) }
  }

  private var hasDisplay: Bool {
    ["DISPLAY", "WAYLAND_DISPLAY"].contains { !(environment[$0] ?? "").isEmpty }
  }

  private func members(for names: [String]) -> [DocumentProgram] {
    family.compactMap { member in
      guard member.command != application, member.mimeTypes.contains(where: names.contains),
        let path = search.program(member.command)
      else { return nil }
      return DocumentProgram(
        id: "family:\(member.command)", name: member.title, source: .family, needsTerminal: true,
        command: .program(path))
    }
  }

  private func entries(for mimeType: String) -> [DocumentProgram] {
    DesktopDatabase(environment: environment).entries(for: mimeType).compactMap { entry in
      let command = entry.id.hasSuffix(".desktop") ? String(entry.id.dropLast(8)) : entry.id
      // Members of the family are there already, whether they are registered or not.
      guard command != application, !family.contains(where: { $0.command == command }) else {
        return nil
      }
      return DocumentProgram(
        id: "desktop:\(entry.id)", name: entry.name, source: .desktop,
        needsTerminal: entry.needsTerminal, command: .entry(entry.exec, path: entry.path))
    }
  }

  private func mailcap(for mimeType: String) -> [DocumentProgram] {
    mailcapFiles.flatMap { path -> [MailcapEntry] in
      guard let bytes = try? SharedFile(path).read(), bytes.count <= 4 << 20 else { return [] }
      return MailcapEntry.entries(in: bytes)
    }
    .filter { $0.covers(mimeType) && !isOwn($0) && passesTest($0, mimeType) }
    .map { entry in
      DocumentProgram(
        id: "mailcap:\(entry.type):\(entry.command)", name: entry.description ?? entry.command,
        source: .mailcap, needsTerminal: !isForWindows(entry),
        command: .mailcap(entry.command, pager: entry.hasCopiousOutput ? pager : nil))
    }
  }

  private func isOwn(_ entry: MailcapEntry) -> Bool {
    let program = entry.command.split(separator: " ").first ?? ""
    return DocumentRegistry.lastComponent(String(program)) == application
  }

  /// Tells whether an entry is for a display, as its test says.
  private func isForWindows(_ entry: MailcapEntry) -> Bool {
    !entry.needsTerminal && !entry.hasCopiousOutput && entry.test?.contains("DISPLAY") == true
  }

  private func passesTest(_ entry: MailcapEntry, _ mimeType: String) -> Bool {
    guard let test = entry.test else { return true }
    let line = MailcapEntry.expanded(test, path: "/dev/null", mimeType: mimeType)
    let run = try? ToolRun(
      "/bin/sh", ["-c", line], environment: environment, limit: .seconds(2))
    return run?.exitCode == 0
  }

  private var mailcapFiles: [String] {
    if let list = environment["MAILCAPS"], !list.isEmpty {
      return list.split(separator: ":").map(String.init)
    }
    let home = DesktopFolders(environment: environment).home.map { ["\($0)/.mailcap"] } ?? []
    return home + ["/etc/mailcap", "/usr/share/etc/mailcap", "/usr/local/etc/mailcap"]
  }

  private var pager: String { variable("PAGER") ?? "more" }

  private func variable(_ name: String) -> String? {
    environment[name].flatMap { $0[...].trimmed.isEmpty ? nil : $0 }
  }

  /// The editor and the pager, for what is text.
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

  /// A command's program without its folder, for a person: "vi" of "/usr/bin/vi -u NONE".
  private static func short(_ command: String) -> String {
    let program = command.split(separator: " ").first ?? ""
    return String(program.split(separator: "/").last ?? program)
  }
}
