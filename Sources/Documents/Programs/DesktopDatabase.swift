import Files
import Foundation

/// The desktop entries of a machine and a person, and which of them opens what.
public struct DesktopDatabase: Sendable {
  private let directories: DesktopDirectories
  private let search: SearchPath
  private let language: String

  /// Names the places; they are read when they are asked.
  ///
  ///     DesktopDatabase(environment: environment).entries(for: "text/plain")
  public init(environment: [String: String]) {
    directories = DesktopDirectories(environment: environment)
    search = SearchPath(environment)
    language =
      ["LC_ALL", "LC_MESSAGES", "LANG"].lazy.compactMap { environment[$0] }
      .first { !$0.isEmpty } ?? ""
  }

  /// The programs that open a MIME type: the default first, then those that a person has added, then those that say so of themselves.
  ///
  /// A program that isn't installed isn't among them; nor is one that the person has removed, nor one that is hidden from menus, unless
  /// it is the default or was added.
  public func entries(for mimeType: String) -> [DesktopEntry] {
    var skipped = SkippedFiles()
    return entries(for: mimeType, &skipped)
  }

  /// The same, and the files that aren't obeyed.
  func entries(for mimeType: String, _ skipped: inout SkippedFiles) -> [DesktopEntry] {
    let all = allEntries(&skipped)
    var (defaults, added, removed): ([String], [String], Set<String>) = ([], [], [])
    for path in directories.associationLists {
      guard let bytes = skipped.read(path, limit: SharedFile.limit) else { continue }
      let lines = GroupedLines(bytes)
      defaults += lines.list(mimeType, in: "Default Applications")
      added += lines.list(mimeType, in: "Added Associations").filter { !removed.contains($0) }
      // A list speaks of those that count less than itself.
      removed.formUnion(lines.list(mimeType, in: "Removed Associations"))
    }
    let named = defaults + added
    let own = all.filter {
      $0.mimeTypes.contains(mimeType) && !$0.isHiddenFromMenus && !removed.contains($0.id)
    }
    var seen: Set<String> = []
    return (named.compactMap { id in all.first { $0.id == id } } + own)
      .filter { seen.insert($0.id).inserted }
  }

  /// All programs that are installed, each id once.
  private func allEntries(_ skipped: inout SkippedFiles) -> [DesktopEntry] {
    var seen: Set<String> = []
    var entries: [DesktopEntry] = []
    for directory in directories.applications {
      guard let paths = try? FileManager.default.subpathsOfDirectory(atPath: directory) else {
        continue
      }
      for name in paths.sorted() where name.hasSuffix(".desktop") {
        let id = name.replacing("/", with: "-")
        let path = "\(directory)/\(name)"
        guard !seen.contains(id), let bytes = skipped.read(path, limit: 1 << 20) else { continue }
        // One that is hidden here hides the machine's, too; one that isn't obeyed doesn't.
        seen.insert(id)
        guard
          let entry = DesktopEntry(
            bytes, id: id, path: path, language: language, desktops: directories.desktops),
          isInstalled(entry)
        else { continue }
        entries.append(entry)
      }
    }
    return entries
  }

  private func isInstalled(_ entry: DesktopEntry) -> Bool {
    (entry.tryExec.map { search.program($0) != nil } ?? true)
      && search.program(entry.exec.program) != nil
  }
}
