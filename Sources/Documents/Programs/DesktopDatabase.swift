import Core
import FoundationEssentials
import Glibc

/// The desktop entries of the system and the user, and their associations with MIME types.
package struct DesktopDatabase: Sendable {
  private let directories: DesktopDirectories
  private let search: SearchPath
  private let language: String

  public init(environment: [String: String]) {
    directories = DesktopDirectories(environment: environment)
    search = SearchPath(environment)
    language =
      ["LC_ALL", "LC_MESSAGES", "LANG"].lazy.compactMap { environment[$0] }
      .first { !$0.isEmpty } ?? ""
  }

  /// The defaults, then those that the user added, then those that declare the type. Programs that
  /// the user removed or that are hidden from menus are included only if they are a default or were
  /// added.
  public func entries(for mimeType: String) -> [DesktopEntry] {
    var skipped = SkippedFiles()
    return entries(for: mimeType, &skipped)
  }

  func entries(for mimeType: String, _ skipped: inout SkippedFiles) -> [DesktopEntry] {
    let all = allEntries(&skipped)
    var (defaults, added, removed): ([String], [String], Set<String>) = ([], [], [])
    for path in directories.associationLists {
      guard let bytes = skipped.read(path, limit: SharedFile.limit) else { continue }
      let lines = GroupedLines(bytes)
      defaults += lines.list(mimeType, in: "Default Applications")
      added += lines.list(mimeType, in: "Added Associations").filter { !removed.contains($0) }
      // A list's removals apply only to lists of lower priority.
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
        // A hidden entry hides those of the same id in directories of lower priority; an untrusted
        // one doesn't.
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
