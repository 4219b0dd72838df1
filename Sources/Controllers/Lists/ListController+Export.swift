import Screens
import Terminals

struct Exporting {
  let task: Task<ExportedFile, any Error>
  var activity: String
}

extension ListController {
  static var exportQuestion: String { "export" }

  func picker(of exports: ListExports<Row>) -> Picker {
    Picker(
      question: Self.exportQuestion, title: "Export",
      choices: exports.formats.map { format in
        Picker.Choice(
          id: format.name, label: "\(format.name) → ./\(exports.fileName).\(format.ending)")
      })
  }

  var stopExport: KeyBinding {
    var binding = KeyBinding(.escape, label: "stop", help: "Cancel the export") {
      [unowned self] _ in
      exporting?.task.cancel()
    }
    binding.isMomentary = true
    return binding
  }

  /// Writes a new file that only the user can read, off the main thread.
  func export(_ name: String, _ navigator: Navigator) {
    guard let exports = options.exports,
      let format = exports.formats.first(where: { $0.name == name })
    else { return }
    guard exporting == nil else {
      return navigator.notify("An export is running. Esc cancels it.")
    }
    let isWhole = content?.part.map { $0.pageTable.isWhole } ?? true
    let selection = ExportSelection(
      rows: isWhole ? (0..<arrangement.count).map { arrangement[$0] } : nil,
      filter: RowFilter(columns: columns, query: query, searchText: options.searchText))
    let noun = content?.noun ?? ("row", "rows")
    let unread = content?.unreadableCount ?? 0
    let unreadableNote =
      unread == 0
      ? "" : " Incomplete: \(unread.counted(("entry", "entries"))) couldn't be read."
    navigator.finish("export") { [weak self] finished in
      let task = Task {
        try await exports.write(selection, as: format) { progress in
          Task { @MainActor in
            self?.exporting?.activity = "Exporting… \(progress)"
            finished.paint(isLoaded: true)
          }
        }
      }
      self?.exporting = Exporting(task: task, activity: "Exporting…")
      finished.paint(isLoaded: true)
      let result = await task.result
      self?.exporting = nil
      do {
        let file = try result.get()
        let loss = file.loss.map { " " + $0 } ?? ""
        finished.notify(
          "\(file.rowCount.counted(noun)) written to \(file.path).\(unreadableNote)\(loss)")
      } catch is CancellationError {
        finished.notify("Export cancelled; nothing was written.")
      } catch {
        finished.notify(StatusMessage(problem: "", error).text)
      }
    }
  }
}
