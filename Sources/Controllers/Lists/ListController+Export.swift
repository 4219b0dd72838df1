import Files
import Screens

extension ListController {
  static var exportQuestion: String { "export" }

  func picker(of exports: ListExports<Row>) -> Picker {
    Picker(
      question: Self.exportQuestion, title: "Export",
      choices: exports.formats.map { format in
        Picker.Choice(
          id: format.name,
          label: "\(format.name) → ./\(exports.fileName).\(ending(format))"
        )
      })
  }

  /// Writes the rows that the filter shows, in their order, into a new file that only the person can read.
  func export(_ name: String, _ navigator: Navigator) {
    guard let exports, let format = exports.formats.first(where: { $0.name == name }) else {
      return
    }
    let rows = (0..<arrangement.count).map { arrangement[$0] }
    let bytes = Array(format.text(rows).utf8)
    do {
      let path = try PrivateFile.create(
        "\(exports.folder)/\(exports.fileName)", ending: ending(format), bytes)
      let count = rows.count.counted(content?.noun ?? ("row", "rows"))
      navigator.notify("\(count) written to \(path).")
    } catch {
      navigator.notify(Report(problem: "", error).text)
    }
  }

  private func ending(_ format: ListExports<Row>.Format) -> String { format.name.lowercased() }
}
