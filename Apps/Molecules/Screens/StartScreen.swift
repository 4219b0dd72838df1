import FoundationEssentials
import Glibc
import Reprise

@MainActor func startScreen(_ viewer: Viewer) -> any Screen {
  ListController(
    title: "", columns: FileRow.columns(isRecent: true), id: \.path,
    options: {
      $0.emptyText = "Nothing was opened yet."
      $0.reloadsWhenUncovered = true
      $0.bindings = [
        KeyBinding("o", label: "path", help: "Open a file or folder by its path") { navigator in
          navigator.push(Route.open)
        }
      ]
      $0.actions = [FileRow.openWith]
    },
    source: { load in
      let (entries, problem) = viewer.recent.found
      let (directory, zone) = (viewer.directory, viewer.zone)
      let rows = await recentRows(entries, directory: directory, zone: zone)
      load.show(
        ListContent(
          rows: rows, summary: "This folder, and \(max(0, rows.count - 1)) recent",
          note: problem ?? viewer.recentProblem))
    },
    open: { row, navigator in navigator.push(Target.route(row)) })
}

/// Examines the recent files off the main thread, since a disk may need to spin up.
private func recentRows(
  _ entries: [RecentFiles.Entry], directory: String, zone: Zone
) async -> [FileRow] {
  [FileRow(path: directory, isRecent: true, zone: zone)]
    + entries.filter { $0.path != directory }.map {
      FileRow(path: $0.path, isRecent: true, opened: $0.opened, zone: zone)
    }
}

@MainActor func openScreen(_ viewer: Viewer) -> any Screen {
  StartController(
    title: "Open",
    fields: [
      Field("path", label: "Path", placeholder: "e.g. drugs.sdf, drugs.sdf#12, a folder")
    ],
    buttons: [
      FormButton("open", title: "Open", needsFields: true) { input, navigator in
        let text = input.texts["path"] ?? ""
        guard !text.isEmpty else {
          return FormButton.Outcome(report: StatusMessage("Enter a path."), nextID: "path")
        }
        switch await destination(expanded(text), directory: viewer.directory) {
        case .nowhere(let sentence):
          return FormButton.Outcome(report: StatusMessage(sentence), nextID: "path")
        case .screen(let route):
          navigator.push(route)
          return FormButton.Outcome()
        }
      }
    ],
    submitID: "open")
}

/// The screen for a path, or the reason why there is none.
private enum Destination: Sendable {
  case screen(Route)
  case nowhere(String)
}

/// Examines a path off the main thread, since the disk may not respond.
private func destination(_ text: String, directory: String) async -> Destination {
  let reference = RecordReference(text, directory: directory)
  guard let stamp = FileStamp(path: reference.path) else {
    return .nowhere("There is no \(reference.path).")
  }
  guard stamp.isDirectory || stamp.isPlain else {
    return .nowhere("\(reference.path) isn't a plain file.")
  }
  guard let number = reference.number else { return .screen(Target.route(reference.path)) }
  let file = FileID(reference.path)
  return .screen(.record(id: RecordID(number, in: file), of: file))
}

private func expanded(_ path: String) -> String {
  guard path == "~" || path.hasPrefix("~/") else { return path }
  return (ProcessInfo.processInfo.environment["HOME"] ?? "~") + path.dropFirst()
}
