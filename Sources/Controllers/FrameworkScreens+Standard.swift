public import Screens
import Terminals

extension FrameworkScreens {
  /// The screens that every application needs: help, pickers, messages and the log, built from list
  /// and detail controllers.
  public static let standard = FrameworkScreens { route in
    switch route {
    case .help(_, let keys): help(keys)
    case .picker(let picker): list(of: picker)
    case .messages(let sentences): messages(sentences)
    case .log(let lines): log(lines)
    }
  }

  @MainActor private static func help(_ keys: [KeyHelp]) -> any Screen {
    DetailController(title: "Help", isRefreshable: false) { load in
      load.show(
        Detail(
          title: "Help", headline: "Keys",
          sections: [DetailSection(rows: keys.map { .labelled($0.keys, $0.help) })]))
    }
  }

  @MainActor private static func messages(_ sentences: [String]) -> any Screen {
    DetailController(title: "Messages", isRefreshable: false) { load in
      load.show(
        Detail(
          title: "Messages", headline: "Messages",
          sections: sentences.enumerated().map { number, sentence in
            DetailSection(rows: [.text(id: "\(number)", sentence, role: .text)])
          }))
    }
  }

  @MainActor private static func log(_ lines: [LogLine]) -> any Screen {
    DetailController(title: "Messages", isRefreshable: false) { load in
      load.show(
        Detail(
          title: "Messages", headline: "Messages",
          sections: [
            DetailSection(
              rows: lines.isEmpty
                ? [.text(id: "none", "No messages yet.")]
                : lines.enumerated().map { number, line in
                  .labelled(
                    id: "\(number)", line.time,
                    line.count == 1 ? line.text : "\(line.text) (\(line.count) times)")
                })
          ]))
    }
  }

  @MainActor private static func list(of picker: Picker) -> any Screen {
    ListController(
      title: picker.title,
      columns: [
        Column(
          "choice", heading: "", width: .flexible(8...60),
          text: { (choice: Picker.Choice) in choice.label })
      ],
      id: \.id,
      options: {
        $0.mark = { Mark($0.id == picker.currentID ? "●" : " ", .accent) }
        $0.selectedID = picker.currentID
        $0.showsHeadings = false
        $0.isRefreshable = false
        $0.openLabel = "choose"
      },
      source: { $0.show(ListContent(rows: picker.choices, summary: "")) },
      open: { choice, navigator in
        navigator.returnResult(ScreenResult(question: picker.question, choiceID: choice.id))
      })
  }
}
